/* SPDX-License-Identifier: MIT
 * The end of a kernel that found itself broken: message, call stack, power-off.
 *
 * Nothing here may rely on the state of the thread that panics, nor panic again without end: the
 * second level still prints its message, the third only leaves.
 */
#include "threads/panic.h"
#include "devices/console.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "devices/shutdown.h"
#include "threads/interrupt.h"
#include "threads/mmu.h"
#include "threads/thread.h"

#define BACKTRACE_MAX 32

/* A stack frame as -fno-omit-frame-pointer lays it out. */
struct stack_frame {
    const struct stack_frame *caller;
    const void *return_address;
};

static bool frame_readable(const struct stack_frame *frame)
{
    return is_kernel_vaddr(frame) && ((uintptr_t)frame & 3) == 0 && mmu_is_mapped(frame) &&
           mmu_is_mapped((const char *)(frame + 1) - 1);
}

void panic_backtrace(const struct panic_origin *origin)
{
    const struct stack_frame *frame = origin->ebp;
    printf("Call stack: %p", origin->eip);
    for (int i = 0; i < BACKTRACE_MAX && frame_readable(frame); i++) {
        if (frame->return_address == NULL)
            break;
        printf(" %p", frame->return_address);
        frame = frame->caller;
    }
    printf(".\n");
}

/* FRAME is that of the function whose caller the trace should begin with. */
static struct panic_origin caller_of(const struct stack_frame *frame)
{
    return (struct panic_origin){frame->return_address, frame->caller};
}

void debug_backtrace(void)
{
    struct panic_origin origin = caller_of(__builtin_frame_address(0));
    panic_backtrace(&origin);
}

static NO_RETURN void panic(const struct panic_origin *origin, const char *file, int line,
                            const char *function, const char *format, va_list args)
{
    static int level;

    intr_disable();
    intr_external_frame = NULL;
    console_panic();
    shutdown_set_outcome(OUTCOME_PANIC);
    if (level++ < 2) {
        printf("Kernel PANIC at %s:%d in %s(): ", file, line, function);
        vprintf(format, args);
        printf("\n");
        panic_backtrace(origin);
        if (thread_running != NULL)
            printf("Thread: %s\n", thread_running->name);
    }
    shutdown_power_off();
}

void panic_from(const struct panic_origin *origin, const char *file, int line, const char *function,
                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    panic(origin, file, line, function, format, args);
}

void debug_panic(const char *file, int line, const char *function, const char *format, ...)
{
    struct panic_origin origin = caller_of(__builtin_frame_address(0));
    va_list args;
    va_start(args, format);
    panic(&origin, file, line, function, format, args);
}
