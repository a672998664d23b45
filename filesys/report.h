/* SPDX-License-Identifier: MIT
 * One line for the console about something wrong on the disk.
 *
 * The kernel prints the first REPORT_LIMIT of them only, so that a damaged disk cannot fill a
 * transcript; the host tools (filesys/host/report.c) print to stderr.
 */
#ifndef FILESYS_REPORT_H
#define FILESYS_REPORT_H

#include <debug.h>

#define REPORT_LIMIT 20

/* Prints "filesys: MESSAGE.".  Returns -EIO: a check can end with `return fs_report(...)`. */
int fs_report(const char *format, ...) PRINTF_FORMAT(1, 2);

#endif
