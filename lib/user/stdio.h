/* SPDX-License-Identifier: MIT
 * What of <stdio.h> only user programs have.
 */
#ifndef LIB_USER_STDIO_H
#define LIB_USER_STDIO_H

#include <debug.h>
#include <stdarg.h>

/* printf to file descriptor HANDLE. */
int hprintf(int handle, const char *format, ...) PRINTF_FORMAT(2, 3);
int vhprintf(int handle, const char *format, va_list args) PRINTF_FORMAT(2, 0);

#endif
