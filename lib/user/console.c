/* SPDX-License-Identifier: MIT
 * Formatted output of programs.
 *
 * One call to the kernel per printf where the text fits the buffer, so that it stays in one piece.
 */
#include <stdio.h>
#include <syscall.h>

#define BUFFER_SIZE 512

struct output {
    int handle;
    int total; /* Characters, including those not written yet. */
    size_t used;
    char buffer[BUFFER_SIZE];
};

static void flush(struct output *output)
{
    if (output->used > 0) {
        write(output->handle, output->buffer, output->used);
        output->used = 0;
    }
}

static void put(char c, void *output_)
{
    struct output *output = output_;
    output->total++;
    output->buffer[output->used++] = c;
    if (output->used == BUFFER_SIZE) {
        flush(output);
    }
}

int vhprintf(int handle, const char *format, va_list args)
{
    struct output output;
    output.handle = handle;
    output.total = 0;
    output.used = 0;
    __vprintf(format, args, put, &output);
    flush(&output);
    return output.total;
}

int hprintf(int handle, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int total = vhprintf(handle, format, args);
    va_end(args);
    return total;
}

int vprintf(const char *format, va_list args)
{
    return vhprintf(STDOUT_FILENO, format, args);
}

int puts(const char *string)
{
    hprintf(STDOUT_FILENO, "%s\n", string);
    return 0;
}

int putchar(int c)
{
    char byte = c;
    write(STDOUT_FILENO, &byte, 1);
    return c;
}
