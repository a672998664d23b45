/* SPDX-License-Identifier: MIT
 * The guest's I/O, which its program carries out, and the ends of instructions that it was asked
 * for.
 *
 * A string instruction goes one element at a time: the guest stands at it until the last.
 */
#include "threads/flags.h"
#include "virt/decode.h"
#include "virt/run.h"
#include "virt/vmcb.h"

#define IO_IN 1u
#define IO_STRING 4u

static unsigned io_size(uint32_t info)
{
    return info >> 4 & 7;
}

/* For the program: one access. */
static int exit_to_program(struct vcpu *v, uint32_t value)
{
    uint32_t info = v->vmcb->exit_info1;
    v->run.io.port = info >> 16;
    v->run.io.size = io_size(info);
    v->run.io.in = info & IO_IN;
    v->run.io.value = value & size_mask(io_size(info));
    return VCPU_EXIT_IO;
}

/* Both tell where the next instruction is. */
static void advance(struct vcpu *v)
{
    vcpu_advance(v, (uint32_t)v->vmcb->exit_info2 - (uint32_t)v->vmcb->rip);
}

/* ---- Strings -------------------------------------------------------------------------------- */

static void add_to_reg(struct vcpu *v, unsigned reg, unsigned size, int amount)
{
    vcpu_set_reg(v, reg, size, v->regs[reg] + amount);
}

/* An element is done: moves the index and counts down. */
static void end_element(struct vcpu *v, const struct insn *i, unsigned index)
{
    unsigned size = io_size(v->vmcb->exit_info1);
    add_to_reg(v, index, i->address_size, v->vmcb->rflags & FLAG_DF ? -(int)size : (int)size);
    if (i->rep) {
        add_to_reg(v, REG_ECX, i->address_size, -1);
        if (vcpu_reg(v, REG_ECX, i->address_size) != 0)
            return;
    }
    advance(v);
}

static int out_string(struct vcpu *v, struct insn *i)
{
    uint32_t value = 0;
    uint32_t gva = vcpu_linear(v, i->segment, vcpu_reg(v, REG_ESI, i->address_size));
    int result =
        mmu_read_virtual(v, gva, &value, io_size(v->vmcb->exit_info1), vcpu_access(v), &i->walk);
    if (result != MMU_RESUME)
        return vcpu_end_access(v, result, &i->walk);
    end_element(v, i, REG_ESI);
    return exit_to_program(v, value);
}

static uint32_t in_address(struct vcpu *v, const struct insn *i)
{
    return vcpu_linear(v, SEG_ES, vcpu_reg(v, REG_EDI, i->address_size));
}

/* Before the device gives its value up: can it be stored? */
static int in_string(struct vcpu *v, struct insn *i)
{
    uint32_t first = in_address(v, i), last = first + io_size(v->vmcb->exit_info1) - 1;
    unsigned access = vcpu_access(v) | PF_WRITE;
    int result = walk_guest(v, first, access, true, &i->walk);
    if (result == MMU_RESUME && (first ^ last) >> 12 != 0)
        result = walk_guest(v, last, access, true, &i->walk);
    if (result != MMU_RESUME)
        return vcpu_end_access(v, result, &i->walk);
    v->pending = PENDING_IN_STRING;
    return exit_to_program(v, 0);
}

static int end_in_string(struct vcpu *v)
{
    struct insn i;
    if (!insn_decode(v, &i))
        return vcpu_end_decode(v, &i);
    int result =
        mmu_write_virtual(v, in_address(v, &i), &v->run.io.value, io_size(v->vmcb->exit_info1),
                          vcpu_access(v) | PF_WRITE, &i.walk);
    if (result != MMU_RESUME)
        return vcpu_end_access(v, result, &i.walk);
    end_element(v, &i, REG_EDI);
    return 0;
}

static int exit_string(struct vcpu *v)
{
    struct insn i;
    if (!insn_decode(v, &i))
        return vcpu_end_decode(v, &i);
    if (i.rep && vcpu_reg(v, REG_ECX, i.address_size) == 0) {
        advance(v);
        return 0;
    }
    return v->vmcb->exit_info1 & IO_IN ? in_string(v, &i) : out_string(v, &i);
}

/* ---- Both ends ------------------------------------------------------------------------------ */

int vcpu_exit_io(struct vcpu *v)
{
    uint32_t info = v->vmcb->exit_info1;
    if (info & IO_STRING)
        return exit_string(v);
    if (info & IO_IN)
        v->pending = PENDING_IN;
    advance(v);
    return exit_to_program(v, info & IO_IN ? 0 : v->regs[REG_EAX]);
}

int vcpu_end_pending(struct vcpu *v)
{
    unsigned pending = v->pending;
    v->pending = PENDING_NONE;
    switch (pending) {
    case PENDING_IN:
        vcpu_set_reg(v, REG_EAX, io_size(v->vmcb->exit_info1), v->run.io.value);
        return 0;
    case PENDING_IN_STRING:
        return end_in_string(v);
    case PENDING_CALL:
        v->regs[REG_EAX] = v->run.call.result;
        return 0;
    default:
        return 0;
    }
}
