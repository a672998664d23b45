/* SPDX-License-Identifier: MIT
 * No state that a program sets for its virtual CPU does harm to others: registers, segments and
 * attributes at random, in each mode, run for a moment each.  What QEMU would stop for (a TSS of
 * some kinds) is among it.
 * @cpu: max
 * @sources: tests/virt/tiny.c
 */
#include <random.h>
#include <resource.h>
#include "tests/virt/tiny.h"

TINY_CODE32(some, "int $0x30; mov %ds, %ax; mov %ax, %es; pushf; popf; mov %cr0, %eax; hlt");

static uint32_t sometimes(uint32_t usual, uint32_t mask)
{
    return random_ulong() % 4 == 0 ? random_ulong() & mask : usual;
}

static void scramble(struct vcpu_state *s)
{
    for (unsigned i = 0; i < SEG_COUNT; i++) {
        s->seg[i].attributes = sometimes(s->seg[i].attributes, 0xffff);
        s->seg[i].selector = sometimes(s->seg[i].selector, 0xffff);
        s->seg[i].limit = sometimes(s->seg[i].limit, UINT32_MAX);
        s->seg[i].base = random_ulong() % 16 == 0 ? random_ulong() : s->seg[i].base;
    }
    for (unsigned i = 0; i < REG_COUNT; i++)
        s->regs[i] = sometimes(s->regs[i], UINT32_MAX);
    s->cr0 = sometimes(s->cr0, UINT32_MAX);
    s->cr3 = sometimes(s->cr3, UINT32_MAX);
    s->cr4 = sometimes(s->cr4, 0xff);
    s->efer = sometimes(0, 0x800);
    s->eflags = sometimes(s->eflags, UINT32_MAX);
    s->gdt_limit = sometimes(s->gdt_limit, UINT32_MAX);
    s->idt_base = sometimes(s->idt_base, UINT32_MAX);
    s->dr7 = sometimes(0x400, UINT32_MAX);
    s->dr6 = sometimes(0, UINT32_MAX);
    s->sysenter_cs = sometimes(0, UINT32_MAX);
}

/* Uptime, as far as the deadline below is concerned: it is reached soon. */
static uint64_t soon(void)
{
    uint64_t ticks = 0;
    REQUIRE(kstat_value("timer.ticks", &ticks) == 0, "read the time");
    return (ticks + 1) * 10000000;
}

static void try(struct tiny *t, unsigned seed)
{
    tiny_start32(t, some);
    random_init(seed);
    for (unsigned v = 0; v < 64; v++)
        tiny_vector32(t, v, TINY_CODE);
    struct vcpu_state s = t->state;
    scramble(&s);
    if (vcpu_control(t->vcpu, VCPU_SET_STATE, &s) < 0)
        return;
    t->run.deadline_ns = soon();
    for (unsigned exits = 0; exits < 10; exits++) {
        t->run.want_window = seed % 2;
        int err = vcpu_run(t->vcpu, &t->run);
        if (err < 0 || (t->run.exit != VCPU_EXIT_IO && t->run.exit != VCPU_EXIT_WINDOW))
            return;
    }
}

int main(void)
{
    static const enum vm_mode modes[] = {VM_MODE_VTLB, VM_MODE_CACHE, VM_MODE_NPT};
    for (unsigned m = 0; m < 3; m++) {
        struct tiny t;
        tiny_make(&t, modes[m]);
        for (unsigned seed = 1; seed <= 80; seed++)
            try(&t, seed);
        tiny_end(&t);
        msg("mode %u", modes[m]);
    }
    return 0;
}
