/* SPDX-License-Identifier: MIT
 * Complaints about the disk, on the host.
 */
#include "filesys/report.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include "filesys/host/host.h"

unsigned long host_reports;
bool host_reports_quiet;

int fs_report(const char *format, ...)
{
    va_list args;
    host_reports++;
    if (host_reports_quiet || host_reports > REPORT_LIMIT)
        return -EIO;
    va_start(args, format);
    fputs("filesys: ", stderr);
    vfprintf(stderr, format, args);
    fputs(".\n", stderr);
    va_end(args);
    return -EIO;
}
