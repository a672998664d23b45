/* SPDX-License-Identifier: MIT
 * Reading a guest's instruction, for those that the kernel carries out in its place.
 */
#ifndef VIRT_DECODE_H
#define VIRT_DECODE_H

#include <stdbool.h>
#include <stdint.h>
#include "virt/vm.h"

#define INSN_MAX 15

struct insn {
    struct vcpu *vcpu;
    int result; /* MMU_RESUME until a byte could not be read; then why, and `walk` with it. */
    struct walk walk;
    uint8_t bytes[INSN_MAX];
    uint8_t have, length; /* Bytes read from the guest, and used so far. */
    uint8_t segment;      /* Of the memory operand. */
    bool overridden;      /* …and it was named by a prefix. */
    uint8_t rep;          /* The prefix, or 0. */
    uint8_t operand_size; /* 2 or 4, for instructions with such operands. */
    uint8_t address_size; /* 2 or 4. */
    uint16_t opcode;      /* 0x0fNN: of two bytes. */
    uint8_t modrm;
    uint32_t offset; /* Of the memory operand in its segment. */
};

/* Reads the instruction at VCPU's EIP up to and with its memory operand: false if a byte could not
 * be read (I->result says why), or it is longer than any can be (then that is MMU_RESUME).  Sleeps.
 */
bool insn_decode(struct vcpu *vcpu, struct insn *i);
/* The SIZE bytes that follow, with their sign extended.  See I->result. */
uint32_t insn_immediate(struct insn *i, unsigned size);

static inline bool insn_is_register(const struct insn *i)
{
    return i->modrm >> 6 == 3;
}

static inline unsigned insn_reg(const struct insn *i)
{
    return i->modrm >> 3 & 7;
}

static inline unsigned insn_rm(const struct insn *i)
{
    return i->modrm & 7;
}

/* The linear address of OFFSET in segment WHICH. */
uint32_t vcpu_linear(const struct vcpu *vcpu, unsigned which, uint32_t offset);
static inline uint32_t insn_linear(const struct insn *i)
{
    return vcpu_linear(i->vcpu, i->segment, i->offset);
}

/* Which bits of a register make an operand or address of SIZE bytes. */
static inline uint32_t size_mask(unsigned size)
{
    return size >= 4 ? UINT32_MAX : (1u << size * 8) - 1;
}

/* General register N as an instruction with operands of SIZE bytes means it. */
uint32_t vcpu_reg(const struct vcpu *vcpu, unsigned n, unsigned size);
void vcpu_set_reg(struct vcpu *vcpu, unsigned n, unsigned size, uint32_t value);

#endif
