/* SPDX-License-Identifier: MIT
 * Interrupts: turning them on and off, and who handles which.
 *
 * External interrupts come from devices through the PIC, vectors 0x20-0x2f.  Their handlers run
 * with interrupts off, never nest and must not sleep; intr_yield_on_return() makes the
 * interrupted thread yield just before the interrupt returns.  Internal ones are caused by the
 * running thread: exceptions (0x00-0x1f) and the system call.  Their handlers run as part of that
 * thread, with interrupts on or off as they were registered, and may sleep.
 */
#ifndef THREADS_INTERRUPT_H
#define THREADS_INTERRUPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "threads/flags.h"
#include "threads/jitter.h"
#include "threads/thread.h"

enum intr_level { INTR_OFF, INTR_ON };

/* What is on the kernel stack while an interrupt is handled; intr-stubs.S knows the layout.  An
 * interrupt of the kernel itself pushes neither esp nor ss: those two are then not there. */
struct intr_frame {
    uint32_t edi, esi, ebp, esp_dummy, ebx, edx, ecx, eax; /* By pusha. */
    uint16_t gs, : 16;
    uint16_t fs, : 16;
    uint16_t es, : 16;
    uint16_t ds, : 16;
    uint32_t vec_no;
    uint32_t error_code; /* The CPU's, or 0. */
    void *frame_pointer; /* Again ebp, here so that backtraces cross the interrupt. */
    void (*eip)(void);   /* From here on by the CPU. */
    uint16_t cs, : 16;
    uint32_t eflags;
    void *esp;
    uint16_t ss, : 16;
};

typedef void intr_handler_func(struct intr_frame *);

/* What the external interrupt that is being handled interrupted, or NULL: read it through
 * intr_context() and intr_from_user(). */
extern const struct intr_frame *intr_external_frame;

static inline enum intr_level intr_get_level(void)
{
    uint32_t flags;
    __asm__ volatile("pushfl; popl %0" : "=g"(flags) : : "memory");
    return flags & FLAG_IF ? INTR_ON : INTR_OFF;
}

/* Each of these returns the level from before. */
enum intr_level intr_enable(void); /* Not in an external interrupt. */

static inline enum intr_level intr_disable(void)
{
    enum intr_level old = intr_get_level();
    __asm__ volatile("cli" : : : "memory");
    return old;
}

/* Goes back to LEVEL, which an earlier call returned.  Enabling is where a thread gets the CPU that
 * was made ready with interrupts off. */
static inline enum intr_level intr_set_level(enum intr_level level)
{
    if (level == INTR_OFF)
        return intr_disable();
    enum intr_level old = intr_get_level();
    __asm__ volatile("sti" : : : "memory");
    thread_preempt_point();
    jitter_point();
    return old;
}

/* True while an external interrupt is being handled: sleeping is forbidden. */
static inline bool intr_context(void)
{
    return intr_external_frame != NULL;
}

/* In an external interrupt: whether it interrupted user mode. */
static inline bool intr_from_user(void)
{
    return (intr_external_frame->cs & 3) == 3;
}

/* In an external interrupt: makes the interrupted thread yield when the interrupt returns. */
void intr_yield_on_return(void);

/* Sets up the PIC (all lines masked until registered), the IDT and the double-fault gate.
 * Interrupts stay off. */
void intr_init(void);

/* Registers HANDLER for external VEC (0x20-0x2f) and unmasks its line.  Panics when taken. */
void intr_register_ext(uint8_t vec, intr_handler_func *handler, const char *name);

/* Registers HANDLER for internal VEC, which code at privilege level DPL or stronger may raise by
 * an INT instruction.  The handler is entered with interrupts on or off as LEVEL says. */
void intr_register_int(uint8_t vec, int dpl, enum intr_level level, intr_handler_func *handler,
                       const char *name);

void intr_dump_frame(const struct intr_frame *);
const char *intr_name(uint8_t vec);

/* Entry in intr-stubs.S's way out: a new user process starts with ESP at its struct intr_frame and
 * a jump to here. */
extern void intr_exit(void);

#endif
