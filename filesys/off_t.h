/* SPDX-License-Identifier: MIT
 * A place in a file, or a negative errno.  A header of its own, since many need nothing else.
 */
#ifndef FILESYS_OFF_T_H
#define FILESYS_OFF_T_H

#include <stdint.h>

typedef int32_t off_t;

/* For printf: "offset=%" PROTd. */
#define PROTd "d"

#endif
