/* SPDX-License-Identifier: MIT
 * What the guest is left for, and what is done about it (AMD APM 2, appendix C).
 */
#include <string.h>
#include "threads/flags.h"
#include "virt/decode.h"
#include "virt/run.h"
#include "virt/svm.h"
#include "virt/vmcb.h"

#define DR6_SINGLE_STEP 0x4000u
#define FLAG_RF 0x10000u

/* ---- What handlers share -------------------------------------------------------------------- */

void vcpu_advance(struct vcpu *v, unsigned length)
{
    struct vmcb *c = v->vmcb;
    c->rip = (uint32_t)(c->rip + length);
    c->rflags &= ~(uint64_t)FLAG_RF;
    c->int_shadow = 0;
    v->vm->counters.emulated++;
    if (c->rflags & FLAG_TF) {
        c->dr6 |= DR6_SINGLE_STEP;
        vcpu_raise(v, 1, false, 0);
    }
}

int vcpu_raise_gp(struct vcpu *v)
{
    vcpu_raise(v, 13, true, 0);
    return 0;
}

int vcpu_raise_ud(struct vcpu *v)
{
    vcpu_raise(v, 6, false, 0);
    return 0;
}

int vcpu_fail(struct vcpu *v, const char *why)
{
    v->run.failed.code = v->vmcb->exit_code;
    v->run.failed.info1 = v->vmcb->exit_info1;
    v->run.failed.info2 = v->vmcb->exit_info2;
    strlcpy(v->run.failed.why, why, sizeof v->run.failed.why);
    return VCPU_EXIT_FAILED;
}

int vcpu_end_access(struct vcpu *v, int result, const struct walk *w)
{
    switch (result) {
    case MMU_REFLECT:
        v->vmcb->cr2 = w->gva;
        vcpu_raise(v, 14, true, w->fault);
        return 0;
    case MMU_MEMORY:
        v->run.memory.gva = w->gva;
        v->run.memory.gpa = w->gfn << 12 | (w->gva & 0xfff);
        v->run.memory.write = w->access & PF_WRITE;
        return VCPU_EXIT_MEMORY;
    default:
        return result;
    }
}

int vcpu_end_decode(struct vcpu *v, const struct insn *i)
{
    if (i->result != MMU_RESUME)
        return vcpu_end_access(v, i->result, &i->walk);
    return vcpu_fail(v, "an instruction that the kernel does not know");
}

/* ---- Faults --------------------------------------------------------------------------------- */

static int page_fault(struct vcpu *v)
{
    struct walk w;
    int result = mmu_fault(v, v->vmcb->exit_info2, v->vmcb->exit_info1, &w);
    if (result != MMU_STORE)
        return vcpu_end_access(v, result, &w);
    uint64_t gpa = (uint64_t)w.gfn << 12 | (w.gva & 0xfff);
    if (!emulate_store(v, w.gva, gpa))
        mmu_unshadow(v, w.gfn);
    return 0;
}

static int nested_fault(struct vcpu *v)
{
    struct walk w;
    int result = mmu_nested_fault(v, v->vmcb->exit_info2, v->vmcb->exit_info1, &w);
    return vcpu_end_access(v, result, &w);
}

static int shutdown(struct vcpu *v)
{
    v->shut_down = true;
    return VCPU_EXIT_SHUTDOWN;
}

/* A double fault is the guest's own; but Bochs ends itself if its handler cannot be reached. */
static int exception(struct vcpu *v, unsigned vector)
{
    if (vector == 14)
        return v->vm->mode->nested ? nested_fault(v) : page_fault(v);
    if (vector == 13)
        return vcpu_exit_gp(v);
    if (vector == 8 && !svm.takes_virq)
        return shutdown(v);
    vcpu_raise(v, vector, vector == 8 || vector == 17, 0);
    return 0;
}

/* ---- Instructions --------------------------------------------------------------------------- */

#define CPUID1_EDX 0x0000a87cu /* DE PSE TSC MSR PAE; SEP PGE CMOV. */
#define CPUID1_HYPERVISOR (1u << 31)

/* What a guest may know: a CPU of the host's make that can do what we carry out, and no more: no
 * FPU, no local interrupt controller, no SVM, no long mode. */
static int exit_cpuid(struct vcpu *v)
{
    uint32_t leaf = v->regs[REG_EAX], a = leaf, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (leaf == 0) {
        a = 1;
    } else if (leaf == 1) {
        b = 0;
        c = CPUID1_HYPERVISOR;
        d &= CPUID1_EDX | 1u << 8; /* And CMPXCHG8B. */
    } else if (leaf == 0x80000000) {
        a = 0x80000001;
    } else if (leaf == 0x80000001) {
        b = c = 0;
        d = svm.has_nx ? 1u << 20 : 0;
    } else {
        a = b = c = d = 0;
    }
    v->regs[REG_EAX] = a;
    v->regs[REG_EBX] = b;
    v->regs[REG_ECX] = c;
    v->regs[REG_EDX] = d;
    vcpu_advance(v, 2);
    return 0;
}

/* The 64 bits of a register, or NULL. */
static uint64_t *find_msr(struct vcpu *v)
{
    switch (v->regs[REG_ECX]) {
    case 0x174:
        return &v->vmcb->sysenter_cs;
    case 0x175:
        return &v->vmcb->sysenter_esp;
    case 0x176:
        return &v->vmcb->sysenter_eip;
    case 0xc0000080:
        return &v->efer;
    default:
        return NULL;
    }
}

static int exit_msr(struct vcpu *v)
{
    uint64_t *msr = find_msr(v);
    if (msr == NULL)
        return vcpu_raise_gp(v);
    if (v->vmcb->exit_info1 == 0) {
        v->regs[REG_EAX] = *msr;
        v->regs[REG_EDX] = *msr >> 32;
    } else if (msr == &v->efer) {
        uint64_t value = (uint64_t)v->regs[REG_EDX] << 32 | v->regs[REG_EAX];
        if (vcpu_write_efer(v, value) < 0)
            return vcpu_raise_gp(v);
    } else {
        *msr = v->regs[REG_EAX];
    }
    vcpu_advance(v, 2);
    return 0;
}

/* An interrupt that waits ends the halt at once. */
int vcpu_exit_hlt(struct vcpu *v)
{
    vcpu_advance(v, 1);
    if (v->exception.valid || (v->interrupt.valid && v->vmcb->rflags & FLAG_IF))
        return 0;
    return VCPU_EXIT_HLT;
}

/* For the guest's kernel alone. */
static int exit_vmmcall(struct vcpu *v)
{
    if (vcpu_cpl(v) != 0)
        return vcpu_raise_ud(v);
    v->run.call.number = v->regs[REG_EAX];
    v->run.call.args[0] = v->regs[REG_EBX];
    v->run.call.args[1] = v->regs[REG_ECX];
    v->run.call.args[2] = v->regs[REG_EDX];
    v->run.call.result = 0;
    v->pending = PENDING_CALL;
    vcpu_advance(v, 3);
    return VCPU_EXIT_CALL;
}

/* There is nothing that is not written back. */
static int exit_invd(struct vcpu *v)
{
    vcpu_advance(v, 2);
    return 0;
}

/* It waits for another virtual CPU, which will hardly get on before this thread gives up its turn.
 */
static int exit_pause(struct vcpu *v)
{
    vcpu_advance(v, 2);
    thread_yield();
    return 0;
}

/* ---- Dispatch ------------------------------------------------------------------------------- */

static int handle_instruction(struct vcpu *v, uint32_t code)
{
    switch (code) {
    case EXIT_TR_WRITE:
        return vcpu_exit_ltr(v);
    case EXIT_CPUID:
        return exit_cpuid(v);
    case EXIT_MSR:
        return exit_msr(v);
    case EXIT_IO:
        return vcpu_exit_io(v);
    case EXIT_HLT:
        return vcpu_exit_hlt(v);
    case EXIT_INVLPG:
        return vcpu_exit_invlpg(v);
    case EXIT_VMMCALL:
        return exit_vmmcall(v);
    case EXIT_PAUSE:
        return exit_pause(v);
    case EXIT_INVD:
    case EXIT_WBINVD:
        return exit_invd(v);
    case EXIT_TASK_SWITCH:
        return vcpu_fail(v, "a task switch, which is not supported");
    case EXIT_SHUTDOWN:
        return shutdown(v);
    default:
        return vcpu_raise_ud(v);
    }
}

int vcpu_handle_exit(struct vcpu *v)
{
    uint32_t code = v->vmcb->exit_code;
    if (!v->vmcb->nested && v->vmcb->cr3 != v->entered_cr3)
        return vcpu_fail(v, "CR3 was changed without an exit");
    if (code >= EXIT_INTR && code <= EXIT_VINTR)
        return 0;
    if (code < EXIT_DR_READ)
        return vcpu_exit_cr(v);
    if (code < EXIT_EXCEPTION)
        return vcpu_exit_dr(v);
    if (code < EXIT_INTR)
        return exception(v, code - EXIT_EXCEPTION);
    if (code == EXIT_NESTED_FAULT)
        return nested_fault(v);
    if (code == (uint32_t)EXIT_INVALID)
        return vcpu_fail(v, "VMRUN refused the guest's state");
    if (code > 0x8f)
        return vcpu_fail(v, "an exit that the kernel does not know");
    return handle_instruction(v, code);
}
