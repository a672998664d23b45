/* SPDX-License-Identifier: MIT
 * Paths, while the root directory is the only one.
 */
#ifndef USERPROG_PATH_H
#define USERPROG_PATH_H

#include <stdbool.h>

/* PATH without the slashes and the "." and ".." at its front, which all lead to the root; empty if
 * nothing else is in it. */
const char *path_in_root(const char *path);
/* Does PATH name the root directory? */
bool path_is_root(const char *path);

#endif
