/* SPDX-License-Identifier: MIT
 * A virtual CPU's registers: to its program and back.
 *
 * What the program sets is made to be something that a CPU can be in, or refused: VMRUN must not
 * fail for it, and the emulated CPU not stop (QEMU does, for attributes of TR that it does not
 * like).
 */
#include <errno.h>
#include <string.h>
#include "threads/flags.h"
#include "virt/svm.h"
#include "virt/vm.h"
#include "virt/vmcb.h"

/* VM, RF, NT and the arithmetic flags, TF, IF, DF, IOPL, AC, ID. */
#define EFLAGS_ALL 0x00277fd7u
#define FLAG_VM 0x00020000u

/* Their places in the VMCB, by enum vcpu_segment. */
static struct vmcb_segment *segment(struct vmcb *c, unsigned which)
{
    return which == SEG_LDTR ? &c->ldtr : which == SEG_TR ? &c->tr : &c->es + which;
}

static struct vcpu_segment_state get_segment(const struct vmcb_segment *s)
{
    return (struct vcpu_segment_state){s->selector, s->attributes, s->limit, s->base};
}

void vcpu_get_state(const struct vcpu *v, struct vcpu_state *s)
{
    struct vmcb *c = v->vmcb;
    memset(s, 0, sizeof *s);
    memcpy(s->regs, v->regs, sizeof s->regs);
    s->eip = c->rip;
    s->eflags = c->rflags;
    s->cr0 = v->cr0;
    s->cr2 = c->cr2;
    s->cr3 = v->cr3;
    s->cr4 = v->cr4;
    s->efer = v->efer;
    for (unsigned i = 0; i < SEG_COUNT; i++)
        s->seg[i] = get_segment(segment(c, i));
    s->gdt_base = c->gdtr.base;
    s->gdt_limit = c->gdtr.limit;
    s->idt_base = c->idtr.base;
    s->idt_limit = c->idtr.limit;
    s->sysenter_cs = c->sysenter_cs;
    s->sysenter_esp = c->sysenter_esp;
    s->sysenter_eip = c->sysenter_eip;
    s->dr6 = c->dr6;
    s->dr7 = v->dr[7];
}

static bool is_possible(const struct vcpu_state *s)
{
    return vcpu_cr0_valid(s->cr0) && vcpu_cr4_valid(s->cr4) && vcpu_efer_valid(s->efer) &&
           !(s->eflags & FLAG_VM && !(s->cr0 & CR0_PE));
}

uint16_t vcpu_fit_attributes(unsigned which, uint16_t a)
{
    a &= SEG_ATTR_ALL & ~SEG_ATTR_L;
    switch (which) {
    case SEG_CS:
        return a | SEG_ATTR_P | SEG_ATTR_S | SEG_ATTR_CODE;
    case SEG_TR:
        /* A 32-bit TSS, or a 16-bit one; busy, if the CPU wants it so. */
        return (a & ~(SEG_ATTR_S | 0x7)) | SEG_ATTR_P | (svm.tss_type & 0x7);
    case SEG_LDTR:
        return (a & ~(SEG_ATTR_S | 0xf)) | 0x2;
    default:
        return a | SEG_ATTR_S;
    }
}

static void set_segments(struct vmcb *c, const struct vcpu_state *s)
{
    for (unsigned i = 0; i < SEG_COUNT; i++) {
        const struct vcpu_segment_state *from = &s->seg[i];
        *segment(c, i) = (struct vmcb_segment){
            from->selector, vcpu_fit_attributes(i, from->attributes), from->limit, from->base};
    }
    /* QEMU knows the privilege level by SS, others by its own field. */
    unsigned cpl = s->eflags & FLAG_VM ? 3 : s->cr0 & CR0_PE ? c->ss.attributes >> 5 & 3 : 0;
    c->ss.attributes = (c->ss.attributes & ~SEG_ATTR_DPL) | SEG_ATTR_P | cpl << 5;
    c->cpl = cpl;
    c->gdtr = (struct vmcb_segment){.limit = s->gdt_limit & 0xffff, .base = s->gdt_base};
    c->idtr = (struct vmcb_segment){.limit = s->idt_limit & 0xffff, .base = s->idt_base};
}

/* With PAE, memory is looked at: for directory pointers that no CPU would load. */
static int read_pdptes(const struct vcpu *v, const struct vcpu_state *s, struct pdptes *p)
{
    int err = 0;
    *p = (struct pdptes){0};
    if (s->cr0 & CR0_PG && s->cr4 & CR4_PAE)
        err = mmu_read_pdptes(v->vm, s->cr3, p);
    return err == -ENXIO ? 0 : err; /* Nothing is mapped. */
}

int vcpu_set_state(struct vcpu *v, const struct vcpu_state *s)
{
    struct vmcb *c = v->vmcb;
    struct pdptes pdptes;
    int err = is_possible(s) ? read_pdptes(v, s, &pdptes) : -EINVAL;
    if (err != 0)
        return err;
    memcpy(v->regs, s->regs, sizeof v->regs);
    c->rip = s->eip;
    c->rflags = (s->eflags & EFLAGS_ALL) | FLAG_MBS;
    v->cr0 = (s->cr0 & CR0_ALL) | CR0_ET;
    v->cr3 = s->cr3;
    v->cr4 = s->cr4;
    v->efer = s->efer;
    c->cr2 = s->cr2;
    set_segments(c, s);
    c->sysenter_cs = s->sysenter_cs;
    c->sysenter_esp = s->sysenter_esp;
    c->sysenter_eip = s->sysenter_eip;
    c->dr6 = (s->dr6 & 0xe00f) | 0xffff0ff0;
    v->dr[7] = s->dr7 | 0x400;
    v->exception.valid = v->interrupt.valid = v->shut_down = false;
    v->delivering = -1;
    v->pending = PENDING_NONE;
    c->int_shadow = 0;
    mmu_context_changed(v);
    return v->cr0 & CR0_PG ? mmu_load_cr3(v, &pdptes) : 0;
}

unsigned vcpu_cpl(const struct vcpu *v)
{
    return v->vmcb->cpl;
}

/* ---- What registers may hold ---------------------------------------------------------------- */

bool vcpu_cr0_valid(uint32_t cr0)
{
    return !(cr0 & CR0_PG && !(cr0 & CR0_PE)) && !(cr0 & CR0_NW && !(cr0 & CR0_CD));
}

bool vcpu_cr4_valid(uint32_t cr4)
{
    return !(cr4 & ~(CR4_TSD | CR4_DE | CR4_PSE | CR4_PAE | CR4_MCE | CR4_PGE));
}

bool vcpu_efer_valid(uint64_t efer)
{
    return !(efer & ~(uint64_t)(svm.has_nx ? EFER_NXE : 0));
}
