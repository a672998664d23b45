/* SPDX-License-Identifier: MIT
 * The guest's control and debug registers, INVLPG and LTR: all of which exit, and are decoded here.
 */
#include <errno.h>
#include "virt/decode.h"
#include "virt/run.h"
#include "virt/vmcb.h"

/* ---- Changing what paging depends on -------------------------------------------------------- */

/* Beside errors, VCPU_EXIT_MEMORY: PAE's table of directories lies where no memory is (now). */
static int load_tables(struct vcpu *v)
{
    int err = mmu_cr3_loaded(v);
    if (err != -ENXIO)
        return err;
    v->run.memory.gpa = v->run.memory.gva = v->cr3 & ~0x1fu;
    v->run.memory.write = false;
    return VCPU_EXIT_MEMORY;
}

/* Where CR0 or CR4 change so, PAE's table of directories is loaded (AMD APM 2, 5.3.2). */
static int reload_tables(struct vcpu *v, bool changed)
{
    if (!changed)
        return 0;
    mmu_context_changed(v);
    return v->cr0 & CR0_PG ? load_tables(v) : 0;
}

/* -EINVAL: it may not be so. */
static int write_cr0(struct vcpu *v, uint32_t value)
{
    uint32_t old = v->cr0;
    if (!vcpu_cr0_valid(value))
        return -EINVAL;
    v->cr0 = (value & CR0_ALL) | CR0_ET;
    if ((old ^ v->cr0) & CR0_WP)
        mmu_context_changed(v);
    int err = reload_tables(v, (old ^ v->cr0) & CR0_PG);
    if (err != 0) {
        v->cr0 = old;
        mmu_context_changed(v);
    }
    return err;
}

static int write_cr3(struct vcpu *v, uint32_t value)
{
    uint32_t old = v->cr3;
    v->cr3 = value;
    int err = load_tables(v);
    if (err != 0)
        v->cr3 = old;
    return err;
}

static int write_cr4(struct vcpu *v, uint32_t value)
{
    uint32_t old = v->cr4;
    if (!vcpu_cr4_valid(value))
        return -EINVAL;
    v->cr4 = value;
    int err = reload_tables(v, (old ^ value) & (CR4_PSE | CR4_PAE | CR4_PGE));
    if (err != 0) {
        v->cr4 = old;
        mmu_context_changed(v);
    }
    return err;
}

int vcpu_write_efer(struct vcpu *v, uint64_t value)
{
    if (!vcpu_efer_valid(value))
        return -EINVAL;
    bool changed = value != v->efer;
    v->efer = value;
    if (changed)
        mmu_context_changed(v);
    return 0;
}

static int write_cr(struct vcpu *v, unsigned number, uint32_t value)
{
    switch (number) {
    case 0:
        return write_cr0(v, value);
    case 3:
        return write_cr3(v, value);
    default:
        return write_cr4(v, value);
    }
}

static uint32_t read_cr(const struct vcpu *v, unsigned number)
{
    return number == 0 ? v->cr0 : number == 3 ? v->cr3 : v->cr4;
}

/* ---- Instructions --------------------------------------------------------------------------- */

/* Behind I, unless ERR says that it faults. */
static int end(struct vcpu *v, const struct insn *i, int err)
{
    if (err == -EINVAL)
        return vcpu_raise_gp(v);
    if (err == 0)
        vcpu_advance(v, i->length);
    return err;
}

/* SMSW: to a register of any size, to memory always 16 bits. */
static int store_msw(struct vcpu *v, struct insn *i)
{
    if (insn_is_register(i)) {
        vcpu_set_reg(v, insn_rm(i), i->operand_size, v->cr0);
        return end(v, i, 0);
    }
    int result =
        mmu_write_virtual(v, insn_linear(i), &v->cr0, 2, vcpu_access(v) | PF_WRITE, &i->walk);
    return result == MMU_RESUME ? end(v, i, 0) : vcpu_end_access(v, result, &i->walk);
}

/* LMSW: PE can be set by it, not cleared. */
static int load_msw(struct vcpu *v, struct insn *i)
{
    const uint32_t bits = CR0_PE | CR0_MP | CR0_EM | CR0_TS;
    uint32_t value = v->regs[insn_rm(i)];
    if (!insn_is_register(i)) {
        int result = mmu_read_virtual(v, insn_linear(i), &value, 2, vcpu_access(v), &i->walk);
        if (result != MMU_RESUME)
            return vcpu_end_access(v, result, &i->walk);
    }
    return end(v, i, write_cr0(v, (v->cr0 & ~(bits & ~CR0_PE)) | (value & bits)));
}

int vcpu_exit_cr(struct vcpu *v)
{
    struct insn i;
    if (!insn_decode(v, &i))
        return vcpu_end_decode(v, &i);
    unsigned number = v->vmcb->exit_code & 0xf;
    switch (i.opcode) {
    case 0x0f20:
        v->regs[insn_rm(&i)] = read_cr(v, number);
        return end(v, &i, 0);
    case 0x0f22:
        return end(v, &i, write_cr(v, number, v->regs[insn_rm(&i)]));
    case 0x0f06:
        return end(v, &i, write_cr0(v, v->cr0 & ~CR0_TS));
    case 0x0f01:
        return insn_reg(&i) == 4 ? store_msw(v, &i) : load_msw(v, &i);
    default:
        return vcpu_end_decode(v, &i);
    }
}

/* Bochs checks what MOV to CR4 would do to the tables of now, which are not the guest's, before it
 * looks for the intercept.  All other #GP are the guest's own. */
int vcpu_exit_gp(struct vcpu *v)
{
    struct insn i;
    if (vcpu_cpl(v) == 0 && insn_decode(v, &i) && i.opcode == 0x0f22 && insn_reg(&i) == 4)
        return end(v, &i, write_cr(v, 4, v->regs[insn_rm(&i)]));
    vcpu_raise(v, 13, true, v->vmcb->exit_info1);
    return 0;
}

/* Breakpoints are remembered and never hit. */
int vcpu_exit_dr(struct vcpu *v)
{
    struct insn i;
    unsigned number = v->vmcb->exit_code & 0xf;
    if (!insn_decode(v, &i))
        return vcpu_end_decode(v, &i);
    if (number == 4 || number == 5)
        return vcpu_raise_ud(v);
    if (i.opcode == 0x0f21)
        v->regs[insn_rm(&i)] = v->dr[number];
    else
        v->dr[number] = v->regs[insn_rm(&i)];
    return end(v, &i, 0);
}

int vcpu_exit_invlpg(struct vcpu *v)
{
    struct insn i;
    if (!insn_decode(v, &i) || i.opcode != 0x0f01 || insn_is_register(&i))
        return vcpu_end_decode(v, &i);
    mmu_invlpg(v, insn_linear(&i));
    return end(v, &i, 0);
}

/* ---- LTR ------------------------------------------------------------------------------------
 *
 * QEMU takes a null selector for TR, and ends itself when an interrupt then wants the TSS. */

#define VECTOR_NOT_PRESENT 11
#define DESCRIPTOR_P 0x8000u
#define DESCRIPTOR_BUSY 0x200u
#define DESCRIPTOR_G 0x800000u

/* The 16 bits of I's operand. */
static int read_word(struct vcpu *v, struct insn *i, uint32_t *value)
{
    *value = vcpu_reg(v, insn_rm(i), 2);
    if (insn_is_register(i))
        return MMU_RESUME;
    return mmu_read_virtual(v, insn_linear(i), value, 2, vcpu_access(v), &i->walk);
}

/* Is the descriptor with HIGH half that of a TSS which is free?  (S clear, type 1 or 9.) */
static bool is_free_tss(uint32_t high)
{
    return (high >> 8 & 0x17) == 1;
}

static void set_tr(struct vcpu *v, uint16_t selector, uint32_t low, uint32_t high)
{
    uint32_t limit = (low & 0xffff) | (high & 0xf0000);
    v->vmcb->tr = (struct vmcb_segment){
        .selector = selector,
        .attributes = vcpu_fit_attributes(SEG_TR, (high >> 8 & 0xff) | (high >> 12 & 0xf00)),
        .limit = high & DESCRIPTOR_G ? limit << 12 | 0xfff : limit,
        .base = low >> 16 | (high & 0xff) << 16 | (high & 0xff000000),
    };
}

static int fault(struct vcpu *v, unsigned vector, uint32_t selector)
{
    vcpu_raise(v, vector, true, selector & 0xfffc);
    return 0;
}

int vcpu_exit_ltr(struct vcpu *v)
{
    struct insn i;
    uint32_t selector, d[2];
    if (!insn_decode(v, &i) || i.opcode != 0x0f00)
        return vcpu_end_decode(v, &i);
    int result = read_word(v, &i, &selector);
    if (result == MMU_RESUME &&
        (selector < 4 || (selector | 7) > v->vmcb->gdtr.limit || selector & 4))
        return fault(v, 13, selector);
    uint32_t at = (uint32_t)v->vmcb->gdtr.base + (selector & ~7u);
    if (result == MMU_RESUME)
        result = mmu_read_virtual(v, at, d, sizeof d, 0, &i.walk);
    if (result != MMU_RESUME)
        return vcpu_end_access(v, result, &i.walk);
    if (!is_free_tss(d[1]) || !(d[1] & DESCRIPTOR_P))
        return fault(v, is_free_tss(d[1]) ? VECTOR_NOT_PRESENT : 13, selector);
    d[1] |= DESCRIPTOR_BUSY;
    result = mmu_write_virtual(v, at + 4, &d[1], sizeof d[1], PF_WRITE, &i.walk);
    if (result != MMU_RESUME)
        return vcpu_end_access(v, result, &i.walk);
    set_tr(v, selector, d[0], d[1]);
    return end(v, &i, 0);
}
