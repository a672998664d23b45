/* SPDX-License-Identifier: MIT
 * Complaints about the disk, in the kernel.
 */
#include "filesys/report.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include "threads/kstat.h"

KSTAT_DEFINE(reports, "fs", "damage_reports", "reports",
             "bad values found on the file system's disk");

int fs_report(const char *format, ...)
{
    char line[160];
    va_list args;
    kstat_inc(&reports);
    uint64_t n = kstat_read(&reports);
    if (n > REPORT_LIMIT)
        return -EIO;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    printf("filesys: %s.\n", line);
    if (n == REPORT_LIMIT)
        printf("filesys: (further complaints are only counted)\n");
    return -EIO;
}
