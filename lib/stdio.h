/* SPDX-License-Identifier: MIT
 * Formatted output, shared by kernel and user programs.  (sprintf is absent on purpose.)
 *
 * Conversions: d i u o x X c s p %, flags - + space # 0 ' (groups of three digits), width and
 * precision as numbers or *, sizes hh h l ll j z t.  No floating point, no %n.
 */
#ifndef LIB_STDIO_H
#define LIB_STDIO_H

#include <debug.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What only the kernel, or only user programs have. */
#include_next <stdio.h>

#define STDIN_FILENO 0
#define STDOUT_FILENO 1

/* To the console.  One call's output is not interleaved with another thread's or process's. */
int printf(const char *format, ...) PRINTF_FORMAT(1, 2);
int vprintf(const char *format, va_list args) PRINTF_FORMAT(1, 0);
int putchar(int c);
int puts(const char *string);

/* To BUFFER of SIZE bytes, null-terminated when SIZE > 0.  Return the length that the whole text
 * has: it was cut if that is >= SIZE. */
int snprintf(char *buffer, size_t size, const char *format, ...) PRINTF_FORMAT(3, 4);
int vsnprintf(char *buffer, size_t size, const char *format, va_list args) PRINTF_FORMAT(3, 0);

/* Dumps SIZE bytes at BUFFER, 16 a line, labelled from address OFFSET on, in hex and perhaps in
 * ASCII. */
void hex_dump(uintptr_t offset, const void *buffer, size_t size, bool ascii);

/* Prints SIZE as bytes, kB, MB or GB. */
void print_human_readable_size(uint64_t size);

/* The core of all these: calls OUTPUT(c, AUX) for each character. */
void __vprintf(const char *format, va_list args, void (*output)(char c, void *aux), void *aux)
    PRINTF_FORMAT(1, 0);

#define sprintf dont_use_sprintf_use_snprintf
#define vsprintf dont_use_vsprintf_use_vsnprintf

#endif
