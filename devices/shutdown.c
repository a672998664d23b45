/* SPDX-License-Identifier: MIT
 * Hooks at the end of a run, and the ways to turn an emulated PC off.
 *
 * No one way works everywhere, so all are tried in turn: QEMU's isa-debug-exit (the only one that
 * carries a status out), ACPI S5 at the port QEMU's firmware sets up, the one of older QEMU, and
 * the APM-like port of Bochs.  Writing to a port where nothing listens does nothing.
 */
#include "devices/shutdown.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "devices/console.h"
#include "devices/serial.h"
#include "devices/timer.h"
#include "threads/init.h"
#include "threads/interrupt.h"
#include "threads/io.h"
#include "threads/thread.h"

#define DEBUG_EXIT_PORT 0xf4
#define DEBUG_EXIT_PASSED 0x31 /* plus the outcome: QEMU's status is (value << 1) | 1 */
#define QEMU_PM1A_CNT 0x604
#define OLD_QEMU_PM1A_CNT 0xb004
#define PM1_SLP_EN 0x2000
#define BOCHS_SHUTDOWN 0x8900
#define RESET_CONTROL 0xcf9
#define KBC_COMMAND 0x64
#define KBC_PULSE_RESET 0xfe

#define HOOK_CNT 8

static void (*hooks[HOOK_CNT])(void);
static size_t hook_cnt;

static enum shutdown_type how = SHUTDOWN_POWER_OFF;
static enum shutdown_outcome outcome = OUTCOME_PASSED;
static enum { RUNNING, FLUSHING, REPORTING } stage; /* each begins once, even if it panics */
static struct thread *ender;                        /* the thread that ends the run */

void shutdown_register(void (*fn)(void))
{
    ASSERT(hook_cnt < HOOK_CNT);
    hooks[hook_cnt++] = fn;
}

void shutdown_set_outcome(enum shutdown_outcome new_outcome)
{
    if (new_outcome > outcome)
        outcome = new_outcome;
}

void shutdown_configure(enum shutdown_type type)
{
    how = type;
}

void shutdown(void)
{
    if (how == SHUTDOWN_POWER_OFF)
        shutdown_power_off();
    if (how == SHUTDOWN_REBOOT)
        shutdown_reboot();
}

static void flush(void)
{
    for (size_t i = 0; i < hook_cnt; i++)
        hooks[i]();
}

/* Sleeps for good: another thread is ending the run already. */
static NO_RETURN void stand_by(void)
{
    intr_disable();
    for (;;)
        thread_block();
}

static void flush_and_report(void)
{
    bool can_sleep = !intr_context() && intr_get_level() == INTR_ON;
    if (!can_sleep)
        console_panic(); /* who is printing would not get to print what we leave it */
    if (can_sleep && outcome != OUTCOME_PANIC) {
        if (ender != NULL && ender != thread_current())
            stand_by();
        ender = thread_current();
        if (stage == RUNNING) {
            stage = FLUSHING;
            flush();
        }
    }
    if (stage != REPORTING) {
        stage = REPORTING;
        init_print_stats();
    }
}

/* An emulator acts on the ports above a little later, and the CPU runs on meanwhile: on a busy host
 * for long enough to say that nothing happened. */
#define OFF_MS 2000

static NO_RETURN void halt_forever(void)
{
    intr_disable();
    for (;;)
        asm volatile("hlt");
}

void shutdown_power_off(void)
{
    static const char *const names[] = {"passed", "failed", "refused", "panic"};
    static const char bochs_word[] = "Shutdown";

    flush_and_report();
    printf("Outcome: %s\nPowering off...\n", names[outcome]);
    intr_disable();
    serial_flush();

    outb(DEBUG_EXIT_PORT, DEBUG_EXIT_PASSED + outcome);
    outw(QEMU_PM1A_CNT, PM1_SLP_EN);
    outw(OLD_QEMU_PM1A_CNT, PM1_SLP_EN);
    for (const char *p = bochs_word; *p != '\0'; p++)
        outb(BOCHS_SHUTDOWN, *p);

    timer_mdelay(OFF_MS);
    printf("This machine does not power off by software: turn it off by hand.\n");
    halt_forever();
}

/* Loads an empty interrupt table and traps: with no handler for the trap, nor for the faults that
 * follow, the processor shuts down and the board resets it. */
static void triple_fault(void)
{
    static const struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) empty = {0, 0};
    asm volatile("lidt %0; int3" : : "m"(empty));
}

void shutdown_reboot(void)
{
    flush_and_report();
    printf("Rebooting...\n");
    intr_disable();
    serial_flush();
    outb(KBC_COMMAND, KBC_PULSE_RESET);
    outb(RESET_CONTROL, 0x06);
    triple_fault();
    NOT_REACHED();
}
