/* SPDX-License-Identifier: MIT
 * Reading a guest's instruction: see decode.h.  (AMD APM 3, chapter 1, has the encoding.)
 */
#include "virt/decode.h"

#include <string.h>
#include "threads/vaddr.h"
#include "virt/vmcb.h"

/* ---- Registers and segments ----------------------------------------------------------------- */

uint32_t vcpu_linear(const struct vcpu *v, unsigned which, uint32_t offset)
{
    return (uint32_t)(&v->vmcb->es + which)->base + offset;
}

/* Of byte registers, 4 to 7 are the second bytes of the first four. */
uint32_t vcpu_reg(const struct vcpu *v, unsigned n, unsigned size)
{
    if (size == 1 && n >= 4)
        return v->regs[n - 4] >> 8 & 0xff;
    return v->regs[n] & size_mask(size);
}

void vcpu_set_reg(struct vcpu *v, unsigned n, unsigned size, uint32_t value)
{
    unsigned shift = size == 1 && n >= 4 ? 8 : 0;
    uint32_t mask = size_mask(size) << shift, *reg = &v->regs[shift != 0 ? n - 4 : n];
    *reg = (*reg & ~mask) | (value << shift & mask);
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* Reads what follows, up to the end of its page. */
static void read_more(struct insn *i)
{
    struct vcpu *v = i->vcpu;
    uint32_t at = vcpu_linear(v, SEG_CS, v->vmcb->rip + i->have);
    unsigned n = PGSIZE - (at & PGMASK);
    if (n > INSN_MAX - (unsigned)i->have)
        n = INSN_MAX - i->have;
    unsigned access = PF_FETCH | (vcpu_cpl(v) == 3 ? PF_USER : 0);
    i->result = mmu_read_virtual(v, at, i->bytes + i->have, n, access, &i->walk);
    if (i->result == MMU_RESUME)
        i->have += n;
}

/* The next byte; 0 after the last. */
static uint8_t next(struct insn *i)
{
    if (i->length == i->have && i->have < INSN_MAX && i->result == MMU_RESUME)
        read_more(i);
    if (i->length >= i->have) {
        i->length = INSN_MAX + 1; /* It is none. */
        return 0;
    }
    return i->bytes[i->length++];
}

uint32_t insn_immediate(struct insn *i, unsigned size)
{
    uint32_t value = 0;
    for (unsigned n = 0; n < size; n++)
        value |= (uint32_t)next(i) << n * 8;
    return size == 1 ? (uint32_t)(int8_t)value : size == 2 ? (uint32_t)(int16_t)value : value;
}

/* ---- Prefixes and opcode -------------------------------------------------------------------- */

static void override(struct insn *i, unsigned segment)
{
    i->segment = segment;
    i->overridden = true;
}

/* Takes BYTE if it is a prefix. */
static bool take_prefix(struct insn *i, uint8_t byte, unsigned normal)
{
    if (byte == 0x66)
        i->operand_size = 6 - normal;
    else if (byte == 0x67)
        i->address_size = 6 - normal;
    else if ((byte & 0xe7) == 0x26)
        override(i, byte >> 3 & 3);
    else if (byte == 0x64 || byte == 0x65)
        override(i, SEG_FS + (byte & 1));
    else if (byte == 0xf2 || byte == 0xf3)
        i->rep = byte;
    else
        return byte == 0xf0;
    return true;
}

static void read_opcode(struct insn *i)
{
    unsigned normal = i->vcpu->vmcb->cs.attributes & SEG_ATTR_BIG ? 4 : 2;
    uint8_t byte;
    i->segment = SEG_DS;
    i->operand_size = i->address_size = normal;
    do
        byte = next(i);
    while (take_prefix(i, byte, normal) && i->length < INSN_MAX);
    i->opcode = byte == 0x0f ? 0x0f00 | next(i) : byte;
}

/* Of the opcodes that we know. */
static bool has_modrm(uint16_t opcode)
{
    if (opcode < 0x40)
        return (opcode & 7) < 4;
    if (opcode < 0x100)
        return (opcode & 0xf0) == 0x80 || (opcode & 0xfe) == 0xc6 || (opcode & 0xfe) == 0xfe;
    return opcode != 0x0f06;
}

/* ---- Memory operands ------------------------------------------------------------------------ */

static uint32_t base_16(struct insn *i)
{
    static const uint8_t bases[8][2] = {
        {REG_EBX, REG_ESI}, {REG_EBX, REG_EDI}, {REG_EBP, REG_ESI}, {REG_EBP, REG_EDI},
        {REG_ESI},          {REG_EDI},          {REG_EBP},          {REG_EBX},
    };
    const uint8_t *b = bases[insn_rm(i)];
    const uint32_t *regs = i->vcpu->regs;
    if (b[0] == REG_EBP && !i->overridden)
        i->segment = SEG_SS;
    return regs[b[0]] + (insn_rm(i) < 4 ? regs[b[1]] : 0);
}

static uint32_t base_32(struct insn *i, unsigned reg)
{
    if ((reg == REG_EBP || reg == REG_ESP) && !i->overridden)
        i->segment = SEG_SS;
    return i->vcpu->regs[reg];
}

/* A scaled index and a base. */
static uint32_t scaled(struct insn *i)
{
    uint8_t sib = next(i);
    unsigned index = sib >> 3 & 7, base = sib & 7;
    uint32_t offset = index != REG_ESP ? i->vcpu->regs[index] << (sib >> 6) : 0;
    if (base == REG_EBP && i->modrm >> 6 == 0)
        return offset + insn_immediate(i, 4);
    return offset + base_32(i, base);
}

static void read_memory_operand(struct insn *i)
{
    static const uint8_t displacements[] = {0, 1, 4};
    unsigned mod = i->modrm >> 6, rm = insn_rm(i), size = i->address_size;
    unsigned displacement = mod == 2 ? size : displacements[mod];
    uint32_t offset = 0;
    if (mod == 0 && rm == (size == 2 ? 6 : REG_EBP))
        displacement = size;
    else if (size == 2)
        offset = base_16(i);
    else
        offset = rm == REG_ESP ? scaled(i) : base_32(i, rm);
    offset += insn_immediate(i, displacement);
    i->offset = offset & size_mask(size);
}

bool insn_decode(struct vcpu *v, struct insn *i)
{
    memset(i, 0, sizeof *i);
    i->vcpu = v;
    read_opcode(i);
    if (has_modrm(i->opcode)) {
        i->modrm = next(i);
        if (!insn_is_register(i))
            read_memory_operand(i);
    } else if ((i->opcode & 0xfc) == 0xa0) {
        i->offset = insn_immediate(i, i->address_size);
    }
    return i->length <= INSN_MAX;
}
