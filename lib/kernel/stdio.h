/* SPDX-License-Identifier: MIT
 * What of <stdio.h> only the kernel has.
 */
#ifndef LIB_KERNEL_STDIO_H
#define LIB_KERNEL_STDIO_H

#include <stddef.h>

/* Writes N bytes to the console in one piece.  (devices/console.c) */
void putbuf(const char *buffer, size_t n);

#endif
