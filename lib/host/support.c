/* SPDX-License-Identifier: MIT
 * What kernel code expects to find when it runs on the host, in tools and unit tests.
 */
#include <debug.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "threads/malloc.h"

void debug_panic(const char *file, int line, const char *function, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fprintf(stderr, "PANIC at %s:%d in %s(): ", file, line, function);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

void *malloc_atomic(size_t size)
{
    return malloc(size);
}
