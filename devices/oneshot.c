/* SPDX-License-Identifier: MIT
 * Alarms finer than a timer tick, by the local APIC's timer.
 *
 * Everything else on this machine interrupts through the two 8259 controllers.  The local APIC is
 * used for its timer alone, and told to let the 8259s' interrupts through.  The timer borrows a
 * vector from the 8259s' range, that of line 13 (the coprocessor's, which nothing raises): the
 * interrupt code then ends the interrupt at the 8259s too, which ignore it.
 *
 * The timer is taken to count at 1 GHz, as QEMU's does: exactly, in guest time, so that what waits
 * for it repeats exactly under -icount.  (Real ones count at their bus clock, which would have
 * to be measured; there the alarm comes at another time, but comes.)
 *
 * Registers: Intel SDM volume 3, 10.4.1 and 10.5.4.
 */
#include "devices/oneshot.h"

#include <stdbool.h>
#include <stddef.h>

#include "devices/timer.h"
#include "threads/interrupt.h"
#include "threads/mmu.h"

#define APIC_BASE 0xfee00000
#define APIC_VECTOR 0x2d
#define CPUID_EDX_APIC (1 << 9)

/* Indexes of 32-bit registers. */
#define APIC_EOI (0x0b0 / 4)
#define APIC_SPURIOUS (0x0f0 / 4)
#define APIC_LVT_TIMER (0x320 / 4)
#define APIC_LVT_LINT0 (0x350 / 4)
#define APIC_INITIAL_COUNT (0x380 / 4)
#define APIC_CURRENT_COUNT (0x390 / 4)
#define APIC_DIVIDE (0x3e0 / 4)

#define SPURIOUS_ENABLE 0x12f /* software enable; spurious interrupts as the 8259s' */
#define LINT0_EXTINT 0x700    /* where the 8259s are connected */
#define DIVIDE_BY_1 0x0b
#define COUNTS_PER_US 1000

static volatile uint32_t *apic; /* NULL: none, use the tick. */

/* Interrupts off. */
static struct oneshot *users;
static uint32_t armed; /* What the timer began to count down from; 0: it stands. */
static struct timer_alarm tick;

static bool has_apic(void)
{
    uint32_t eax = 1, ebx, ecx, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return edx & CPUID_EDX_APIC;
}

/* Counts that have passed since the timer was armed. */
static uint32_t passed(void)
{
    return armed > 0 ? armed - apic[APIC_CURRENT_COUNT] : 0;
}

static void take_off(uint32_t counts)
{
    for (struct oneshot *o = users; o != NULL; o = o->next)
        o->left = o->left > counts ? o->left - counts : 0;
}

/* Arms the timer for whoever is first. */
static void arm(void)
{
    uint32_t first = UINT32_MAX;
    for (struct oneshot *o = users; o != NULL; o = o->next)
        if (o->pending && o->left < first)
            first = o->left > 0 ? o->left : 1;
    armed = first < UINT32_MAX ? first : 0;
    if (armed > 0)
        apic[APIC_INITIAL_COUNT] = armed;
}

static void ring(void)
{
    for (struct oneshot *o = users; o != NULL; o = o->next) {
        if (o->pending && o->left == 0) {
            o->pending = false;
            o->fn();
        }
    }
}

static void apic_interrupt(struct intr_frame *frame)
{
    apic[APIC_EOI] = 0;
    take_off(passed());
    armed = 0;
    ring();
    if (armed == 0)
        arm();
}

static void at_tick(void *aux)
{
    take_off(UINT32_MAX);
    ring();
}

static void set_up(void)
{
    apic = has_apic() ? mmu_map_device(APIC_BASE, 4096) : NULL;
    if (apic == NULL)
        return;
    intr_register_ext(APIC_VECTOR, apic_interrupt, "oneshot");
    apic[APIC_LVT_LINT0] = LINT0_EXTINT;
    apic[APIC_SPURIOUS] = SPURIOUS_ENABLE;
    apic[APIC_DIVIDE] = DIVIDE_BY_1;
    apic[APIC_LVT_TIMER] = APIC_VECTOR;
}

void oneshot_init(struct oneshot *o, void (*fn)(void))
{
    static bool begun;
    if (!begun)
        set_up();
    begun = true;
    *o = (struct oneshot){.fn = fn};
    enum intr_level old_level = intr_disable();
    o->next = users;
    users = o;
    intr_set_level(old_level);
}

void oneshot_start(struct oneshot *o, uint32_t microseconds)
{
    enum intr_level old_level = intr_disable();
    if (apic != NULL)
        take_off(passed());
    o->left = microseconds * COUNTS_PER_US;
    o->pending = true;
    if (apic != NULL)
        arm();
    else if (!tick.pending)
        timer_alarm_set(&tick, 1, at_tick, NULL);
    intr_set_level(old_level);
}
