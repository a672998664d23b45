/* SPDX-License-Identifier: MIT
 * Regular expressions as grep has them: . [set] [^set] * + ? ^ $ \c
 */
#ifndef EXAMPLES_LIB_REGEX_H
#define EXAMPLES_LIB_REGEX_H

#include <stdbool.h>

/* Is PATTERN's syntax right? */
bool regex_valid(const char *pattern);
/* Does any part of TEXT match PATTERN?  With FOLD, regardless of case. */
bool regex_find(const char *pattern, const char *text, bool fold);

#endif
