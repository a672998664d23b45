/* SPDX-License-Identifier: MIT
 * Stores to guest tables, carried out for the guest: see vm.h.
 *
 * These are the instructions by which systems change their tables: moves, exchanges, and what
 * reads, modifies and writes one entry.  For all others the table is let go instead.
 */
#include "threads/flags.h"
#include "threads/vaddr.h"
#include "virt/decode.h"
#include "virt/run.h"
#include "virt/vmcb.h"

#define FLAG_CF 0x001u
#define FLAG_PF 0x004u
#define FLAG_AF 0x010u
#define FLAG_ZF 0x040u
#define FLAG_SF 0x080u
#define FLAG_OF 0x800u
#define FLAGS_ARITHMETIC (FLAG_CF | FLAG_PF | FLAG_AF | FLAG_ZF | FLAG_SF | FLAG_OF)

/* What is stored.  The first five are in the order of the opcodes' bits 3 to 5. */
enum operation {
    OP_ADD,
    OP_OR,
    OP_AND = 4,
    OP_SUB,
    OP_XOR,
    OP_NONE,
    OP_MOVE,
    OP_EXCHANGE,
    OP_SET_BIT,
    OP_CLEAR_BIT,
    OP_COMPARE_EXCHANGE,
    OP_COMPARE_EXCHANGE_8B,
    OP_STRING_MOVE,
    OP_STRING_STORE,
};

/* Where the second operand comes from. */
enum source { FROM_REG, FROM_ACCUMULATOR, FROM_IMMEDIATE, FROM_BYTE };

struct store {
    struct insn insn;
    enum operation op;
    enum source source;
    unsigned size;
    uint64_t operand, old;
    uint32_t flags, flags_mask; /* Of FLAGS_ARITHMETIC, to be set. */
};

/* ---- Which instruction ---------------------------------------------------------------------- */

/* The bit that tells a byte from a word is the opcode's lowest: the table has the word's. */
static const struct {
    uint16_t opcode;
    uint8_t op, source;
} opcodes[] = {
    {0x87, OP_EXCHANGE, FROM_REG},
    {0x89, OP_MOVE, FROM_REG},
    {0xa3, OP_MOVE, FROM_ACCUMULATOR},
    {0xa5, OP_STRING_MOVE, FROM_REG},
    {0xab, OP_STRING_STORE, FROM_ACCUMULATOR},
    {0xc7, OP_MOVE, FROM_IMMEDIATE},
    {0x0fb1, OP_COMPARE_EXCHANGE, FROM_REG},
};

static void set_kind(struct store *s, enum operation op, enum source source, unsigned size)
{
    s->op = op;
    s->source = source;
    s->size = size;
}

/* ADD … XOR with a register, or by the group with an immediate. */
static void find_arithmetic(struct store *s, unsigned size)
{
    const struct insn *i = &s->insn;
    unsigned op = i->opcode < 0x40 ? i->opcode >> 3 & 7 : insn_reg(i);
    enum source from = i->opcode < 0x40 ? FROM_REG : i->opcode == 0x81 ? FROM_IMMEDIATE : FROM_BYTE;
    if (op == 2 || op == 3) /* With carry. */
        op = OP_NONE;
    set_kind(s, op, from, size);
}

static void find_other(struct store *s, unsigned size)
{
    const struct insn *i = &s->insn;
    for (unsigned n = 0; n < sizeof opcodes / sizeof *opcodes; n++)
        if (opcodes[n].opcode == (i->opcode | 1))
            set_kind(s, opcodes[n].op, opcodes[n].source, size);
}

/* BTS and BTR, with a register or an immediate; CMPXCHG8B. */
static void find_wide(struct store *s)
{
    const struct insn *i = &s->insn;
    unsigned size = i->operand_size;
    if (i->opcode == 0x0fab || (i->opcode == 0x0fba && insn_reg(i) == 5))
        set_kind(s, OP_SET_BIT, i->opcode == 0x0fab ? FROM_REG : FROM_BYTE, size);
    else if (i->opcode == 0x0fb3 || (i->opcode == 0x0fba && insn_reg(i) == 6))
        set_kind(s, OP_CLEAR_BIT, i->opcode == 0x0fb3 ? FROM_REG : FROM_BYTE, size);
    else if (i->opcode == 0x0fc7 && insn_reg(i) == 1)
        set_kind(s, OP_COMPARE_EXCHANGE_8B, FROM_REG, 8);
}

static bool find(struct store *s)
{
    const struct insn *i = &s->insn;
    unsigned size = i->opcode & 1 ? i->operand_size : 1;
    s->op = OP_NONE;
    if ((i->opcode < 0x40 && (i->opcode & 6) == 0) || (i->opcode & ~3u) == 0x80)
        find_arithmetic(s, i->opcode == 0x83 ? i->operand_size : size);
    else
        find_other(s, size);
    if (s->op == OP_NONE)
        find_wide(s);
    return s->op != OP_NONE;
}

static bool is_string(const struct store *s)
{
    return s->op == OP_STRING_MOVE || s->op == OP_STRING_STORE;
}

/* ---- Operands ------------------------------------------------------------------------------- */

static uint32_t read_source(struct store *s)
{
    struct insn *i = &s->insn;
    switch (s->source) {
    case FROM_IMMEDIATE:
        return insn_immediate(i, s->size);
    case FROM_BYTE:
        return insn_immediate(i, 1);
    case FROM_ACCUMULATOR:
        return vcpu_reg(i->vcpu, REG_EAX, s->size);
    default:
        return vcpu_reg(i->vcpu, insn_reg(i), s->size < 8 ? s->size : 4);
    }
}

/* The bit may lie outside the operand that is named, if a register says so. */
static void adjust_bit(struct store *s)
{
    unsigned bits = s->size * 8;
    if (s->source == FROM_REG) {
        int32_t offset = s->size == 2 ? (int16_t)s->operand : (int32_t)s->operand;
        s->insn.offset += (offset & -(int32_t)bits) / 8;
        s->insn.offset &= size_mask(s->insn.address_size);
    }
    s->operand &= bits - 1;
}

/* The linear address that is stored to. */
static uint32_t destination(const struct store *s)
{
    struct vcpu *v = s->insn.vcpu;
    if (is_string(s))
        return vcpu_linear(v, SEG_ES, vcpu_reg(v, REG_EDI, s->insn.address_size));
    return insn_linear(&s->insn);
}

/* MOVS's other operand. */
static bool read_string(struct store *s)
{
    struct insn *i = &s->insn;
    struct vcpu *v = i->vcpu;
    uint32_t from = vcpu_linear(v, i->segment, vcpu_reg(v, REG_ESI, i->address_size));
    return mmu_read_virtual(v, from, &s->operand, s->size, vcpu_access(v), &i->walk) == MMU_RESUME;
}

/* Decodes all of the instruction.  False: it is none of ours, or not what stored to GVA. */
static bool decode(struct store *s, struct vcpu *v, uint32_t gva)
{
    struct insn *i = &s->insn;
    if (!insn_decode(v, i) || !find(s))
        return false;
    s->operand = read_source(s);
    if (s->op == OP_SET_BIT || s->op == OP_CLEAR_BIT)
        adjust_bit(s);
    if (i->length > INSN_MAX || insn_is_register(i))
        return false;
    if (s->op == OP_STRING_MOVE && !read_string(s))
        return false;
    return destination(s) == gva && (gva & PGMASK) + s->size <= PGSIZE;
}

/* ---- Arithmetic ----------------------------------------------------------------------------- */

static bool parity(uint8_t byte)
{
    byte ^= byte >> 4;
    return !(0x6996 >> (byte & 0xf) & 1);
}

/* The flags of a result, given where there was a carry, or a borrow, out of each bit. */
static void set_flags(struct store *s, uint32_t result, uint32_t carries)
{
    unsigned top = s->size * 8 - 1;
    result &= size_mask(s->size);
    s->flags_mask = FLAGS_ARITHMETIC;
    s->flags = (carries >> top & 1 ? FLAG_CF : 0) | (parity(result) ? FLAG_PF : 0) |
               (carries & 8 ? FLAG_AF : 0) | (result == 0 ? FLAG_ZF : 0) |
               (result >> top & 1 ? FLAG_SF : 0) |
               ((carries >> top ^ carries >> (top - 1)) & 1 ? FLAG_OF : 0);
}

static uint32_t add(struct store *s, uint32_t a, uint32_t b)
{
    uint32_t sum = a + b;
    set_flags(s, sum, (a & b) | ((a | b) & ~sum));
    return sum;
}

static uint32_t subtract(struct store *s, uint32_t a, uint32_t b)
{
    uint32_t difference = a - b;
    set_flags(s, difference, (~a & b) | ((~a | b) & difference));
    return difference;
}

static uint32_t logic(struct store *s, uint32_t result)
{
    set_flags(s, result, 0);
    return result;
}

/* ---- What is stored ------------------------------------------------------------------------- */

static uint64_t change_bit(struct store *s, bool set)
{
    uint32_t bit = 1u << s->operand;
    s->flags_mask = FLAG_CF;
    s->flags = s->old & bit ? FLAG_CF : 0;
    return set ? s->old | bit : s->old & ~bit;
}

/* If EAX is not what is there, EAX becomes that, and what is there is stored again. */
static uint64_t compare_exchange(struct store *s)
{
    struct vcpu *v = s->insn.vcpu;
    bool equal = (subtract(s, vcpu_reg(v, REG_EAX, s->size), s->old) & size_mask(s->size)) == 0;
    if (!equal)
        vcpu_set_reg(v, REG_EAX, s->size, s->old);
    return equal ? s->operand : s->old;
}

static uint64_t compare_exchange_8b(struct store *s)
{
    uint32_t *regs = s->insn.vcpu->regs;
    bool equal = s->old == ((uint64_t)regs[REG_EDX] << 32 | regs[REG_EAX]);
    s->flags_mask = FLAG_ZF;
    s->flags = equal ? FLAG_ZF : 0;
    if (!equal) {
        regs[REG_EAX] = s->old;
        regs[REG_EDX] = s->old >> 32;
    }
    return equal ? (uint64_t)regs[REG_ECX] << 32 | regs[REG_EBX] : s->old;
}

/* A gmem_change. */
static uint64_t compute(void *store, uint64_t old)
{
    struct store *s = store;
    s->old = old;
    switch (s->op) {
    case OP_ADD:
        return add(s, old, s->operand);
    case OP_SUB:
        return subtract(s, old, s->operand);
    case OP_OR:
        return logic(s, old | s->operand);
    case OP_AND:
        return logic(s, old & s->operand);
    case OP_XOR:
        return logic(s, old ^ s->operand);
    case OP_EXCHANGE:
        vcpu_set_reg(s->insn.vcpu, insn_reg(&s->insn), s->size, old);
        return s->operand;
    case OP_SET_BIT:
    case OP_CLEAR_BIT:
        return change_bit(s, s->op == OP_SET_BIT);
    case OP_COMPARE_EXCHANGE:
        return compare_exchange(s);
    case OP_COMPARE_EXCHANGE_8B:
        return compare_exchange_8b(s);
    default:
        return s->operand;
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void move_index(struct store *s, unsigned reg)
{
    struct vcpu *v = s->insn.vcpu;
    int step = v->vmcb->rflags & FLAG_DF ? -(int)s->size : (int)s->size;
    vcpu_set_reg(v, reg, s->insn.address_size, v->regs[reg] + step);
}

/* One element is done; repeated, the guest stays at the instruction until the last. */
static bool end_element(struct store *s)
{
    struct vcpu *v = s->insn.vcpu;
    unsigned size = s->insn.address_size;
    move_index(s, REG_EDI);
    if (s->op == OP_STRING_MOVE)
        move_index(s, REG_ESI);
    if (!s->insn.rep)
        return true;
    vcpu_set_reg(v, REG_ECX, size, v->regs[REG_ECX] - 1);
    return vcpu_reg(v, REG_ECX, size) == 0;
}

bool emulate_store(struct vcpu *v, uint32_t gva, uint64_t gpa)
{
    struct store s = {0};
    if (!decode(&s, v, gva) || mmu_update_table(v->vm, gpa, s.size, compute, &s) < 0)
        return false;
    v->vmcb->rflags = (v->vmcb->rflags & ~(uint64_t)s.flags_mask) | s.flags;
    if (!is_string(&s) || end_element(&s))
        vcpu_advance(v, s.insn.length);
    return true;
}
