/* SPDX-License-Identifier: MIT
 * Failed assertions in programs.
 */
#include <debug.h>
#include <stdio.h>
#include <syscall.h>

void debug_panic(const char *file, int line, const char *function, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    printf("User process ABORT at %s:%d in %s(): %s\n", file, line, function, text);
    debug_backtrace();
    exit(1);
}

/* A frame as `push %ebp; mov %esp, %ebp` makes it.  The first one's caller is 0: nobody called
 * _start(). */
struct frame {
    struct frame *caller;
    void *return_address;
};

void debug_backtrace(void)
{
    struct frame *frame = __builtin_frame_address(0);
    char text[256];
    size_t used = 0;
    for (int depth = 0; depth < 20 && frame != NULL && frame->return_address != NULL; depth++) {
        used += snprintf(text + used, sizeof text - used, " %p", frame->return_address);
        frame = frame->caller;
    }
    printf("Call stack:%s.\n", used > 0 ? text : "");
}
