/* SPDX-License-Identifier: MIT
 * Running a virtual CPU: vcpu_run()'s loop, and the entry into the guest.
 *
 *   vcpu_run() ── pending I/O ends ── loop ┬─ to end? deadline? window? ──> back to the program
 *                                          ├─ mmu_prepare(): tables
 *                                          ├─ enter: interrupts off, events, world switch
 *                                          └─ exits.c ──────────────────> back, or around again
 *
 * The guest runs on the thread's own time, with interrupts on as far as the host is concerned: one
 * that comes ends the guest's turn and is taken when interrupts are turned on after the switch,
 * where the thread may be preempted like any other.
 */
#include "virt/run.h"

#include <errno.h>
#include "devices/timer.h"
#include "threads/interrupt.h"
#include "userprog/uaccess.h"
#include "virt/decode.h"
#include "virt/svm.h"
#include "virt/vmcb.h"

#define OPCODE_HLT 0xf4

/* Whose entries the TLB holds; interrupts off. */
static const struct vcpu *last_entered;

void vcpu_forget_entered(const struct vcpu *v)
{
    if (last_entered == v)
        last_entered = NULL;
}

/* ---- Entry ---------------------------------------------------------------------------------- */

/* What of the guest's registers is its own.  The rest is the host's: paging with write protection,
 * caches on, no FPU, which would be shared. */
#define CR0_GUEST (CR0_PE | CR0_MP | CR0_TS | CR0_AM)
#define CR0_FIXED (CR0_PG | CR0_WP | CR0_ET | CR0_NE | CR0_EM)
#define CR4_GUEST (CR4_TSD | CR4_DE)

static void load_shadow(struct vcpu *v, struct vmcb *c)
{
    c->cr0 = (v->cr0 & CR0_GUEST) | CR0_FIXED;
    c->cr3 = v->mmu.hw_cr3;
    c->cr4 = (v->cr4 & CR4_GUEST) | (v->mmu.hw_pae ? CR4_PAE : 0);
}

static void load_nested(struct vcpu *v, struct vmcb *c)
{
    c->cr0 = (v->cr0 & ~(CR0_NW | CR0_CD)) | CR0_ET | CR0_NE | CR0_EM;
    c->cr3 = v->cr3;
    c->cr4 = v->cr4;
    c->nested_cr3 = v->mmu.hw_cr3;
}

/* Whether page faults, CR3 and INVLPG are the guest's own affair.  Never while its paging is off:
 * QEMU has no nested paging then, and takes its addresses for the host's.  The nested tables do as
 * shadow tables in that case. */
static void set_nested(struct vcpu *v, struct vmcb *c)
{
    bool nested = v->vm->mode->nested && v->cr0 & CR0_PG;
    uint16_t cr = 1 << 0 | 1 << 4 | (nested ? 0 : 1 << 3);
    if (c->nested != nested)
        v->mmu.flush = true;
    c->nested = nested;
    c->cr_read = c->cr_write = cr;
    c->exceptions = nested ? c->exceptions & ~(1u << 14) : c->exceptions | 1u << 14;
    c->intercepts = nested ? c->intercepts & ~INTERCEPT_INVLPG : c->intercepts | INTERCEPT_INVLPG;
}

/* Interrupts off. */
static void load(struct vcpu *v)
{
    struct vmcb *c = v->vmcb;
    set_nested(v, c);
    if (c->nested)
        load_nested(v, c);
    else
        load_shadow(v, c);
    c->efer = EFER_SVME | v->efer;
    c->rax = v->regs[REG_EAX];
    c->rsp = v->regs[REG_ESP];
    vcpu_set_events(v);
    bool flush = mmu_enter(v) || last_entered != v || v->entered_cr3 != v->mmu.hw_cr3;
    c->tlb_control = flush ? TLB_FLUSH_ALL : 0;
    v->vm->counters.flushes += flush;
    v->entered_cr3 = v->mmu.hw_cr3;
    last_entered = v;
}

static void unload(struct vcpu *v)
{
    struct vmcb *c = v->vmcb;
    v->regs[REG_EAX] = c->rax;
    v->regs[REG_ESP] = c->rsp;
    if (c->nested)
        v->cr3 = c->cr3;
    v->vm->counters.exits++;
    vcpu_note_events(v);
}

/* Runs the guest until an exit.  False: not yet, as its tables were just taken away. */
static bool enter(struct vcpu *v)
{
    intr_disable();
    bool ready = v->mmu.root_valid;
    if (ready) {
        load(v);
        svm_enter(v->vmcb, v->regs);
    }
    intr_enable();
    if (ready)
        unload(v);
    return ready;
}

/* ---- The loop ------------------------------------------------------------------------------- */

/* Why not to go on: an enum vcpu_exit, an error, or 0. */
static int reason_to_stop(const struct vcpu *v)
{
    if (thread_current()->interrupted)
        return -EINTR;
    if (v->shut_down)
        return VCPU_EXIT_SHUTDOWN;
    if (v->deadline != 0 && timer_cycles() >= v->deadline)
        return VCPU_EXIT_TIME;
    return v->run.want_window && vcpu_can_interrupt(v) ? VCPU_EXIT_WINDOW : 0;
}

/* An exit came between STI and HLT: HLT comes first, and an interrupt then ends it.  QEMU's VMRUN
 * forgets that, would deliver the interrupt before HLT, and the guest would sleep on. */
static int halt_after_sti(struct vcpu *v)
{
    uint8_t byte;
    struct walk w;
    if (!(v->vmcb->int_shadow & 1) || vcpu_cpl(v) != 0)
        return 0;
    uint32_t at = vcpu_linear(v, SEG_CS, v->vmcb->rip);
    int result = mmu_read_virtual(v, at, &byte, 1, PF_FETCH, &w);
    if (result < 0)
        return result;
    return result == MMU_RESUME && byte == OPCODE_HLT ? vcpu_exit_hlt(v) : 0;
}

static int loop(struct vcpu *v)
{
    for (;;) {
        int result = reason_to_stop(v);
        if (result == 0)
            result = halt_after_sti(v);
        if (result == 0)
            result = mmu_prepare(v);
        if (result == 0 && enter(v))
            result = vcpu_handle_exit(v);
        if (result != 0)
            return result;
    }
}

/* NS of uptime in counts, so that looking whether it has come is cheap. */
static uint64_t in_cycles(uint64_t ns)
{
    const uint32_t sample = 1 << 20;
    uint64_t now = (uint64_t)timer_now_us() * 1000;
    if (ns <= now)
        return 1;
    uint64_t left = ns - now, most = 3600ull * 1000000000;
    if (left > most)
        left = most;
    return timer_cycles() + left * sample / timer_cycles_to_ns(sample);
}

/* Computing it reads the timer chip: not for every run with the same one.  But both clocks' rates
 * are known better later. */
#define DEADLINE_TICKS 10

static void set_deadline(struct vcpu *v, uint64_t ns)
{
    if (ns == v->deadline_ns && thread_ticks - v->deadline_set < DEADLINE_TICKS)
        return;
    v->deadline = ns != 0 ? in_cycles(ns) : 0;
    v->deadline_ns = ns;
    v->deadline_set = thread_ticks;
}

int vcpu_run(struct vcpu *v, uintptr_t user)
{
    if (uaccess_read(&v->run, user, sizeof v->run) < 0)
        return -EFAULT;
    set_deadline(v, v->run.deadline_ns);
    int result = vcpu_end_pending(v);
    if (result == 0)
        result = loop(v);
    if (result < 0)
        return result;
    v->run.exit = result;
    v->run.can_interrupt = vcpu_can_interrupt(v);
    return uaccess_write(user, &v->run, sizeof v->run);
}
