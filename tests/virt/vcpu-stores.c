/* SPDX-License-Identifier: MIT
 * Stores that the kernel carries out on a table do what the CPU does on other memory: the same
 * bytes, registers and flags, for many operands.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include <random.h>
#include "tests/virt/tiny.h"

#define DIRECTORY 0x10000
#define TABLE 0x11000
#define TARGET 0x400             /* In the directory, far from what maps the code… */
#define PLAIN (0x12000 + TARGET) /* …or in a page that is none. */
#define SOURCE 0x13000

/* Each is a store by EDI, of a length to 16 bytes. */
#define STORES(X)                                                                                  \
    X("movb %cl, (%edi)")                                                                          \
    X("movb %ch, (%edi)")                                                                          \
    X("movw %cx, (%edi)")                                                                          \
    X("movl %ecx, (%edi)")                                                                         \
    X("movl %ecx, 4(%edi,%ebp,8)")                                                                 \
    X("movb $0x12, 1(%edi)")                                                                       \
    X("movw $0x1234, 2(%edi)")                                                                     \
    X("movl $0x12345678, -8(%edi)")                                                                \
    X("movl %eax, %ds:(%edi)")                                                                     \
    X("xchgl %ecx, (%edi)")                                                                        \
    X("xchgb %ah, 3(%edi)")                                                                        \
    X("addb %al, (%edi)")                                                                          \
    X("addw %cx, (%edi)")                                                                          \
    X("addl %ecx, (%edi)")                                                                         \
    X("addl $-3, (%edi)")                                                                          \
    X("addl $0x7fffffff, (%edi)")                                                                  \
    X("subb $0x80, (%edi)")                                                                        \
    X("subw %cx, (%edi)")                                                                          \
    X("lock subl %eax, (%edi)")                                                                    \
    X("orb $0x62, (%edi)")                                                                         \
    X("orl %ecx, (%edi)")                                                                          \
    X("lock orl $0x20, (%edi)")                                                                    \
    X("andb $0xfe, (%edi)")                                                                        \
    X("andw %dx, (%edi)")                                                                          \
    X("andl $-0x21, (%edi)")                                                                       \
    X("xorl %edx, (%edi)")                                                                         \
    X("xorw $0x8001, (%edi)")                                                                      \
    X("btsl $5, (%edi)")                                                                           \
    X("btrl $37, (%edi)")                                                                          \
    X("lock btsl %ebx, (%edi)")                                                                    \
    X("btrw %bx, (%edi)")                                                                          \
    X("lock cmpxchgl %ecx, (%edi)")                                                                \
    X("cmpxchgb %cl, (%edi)")                                                                      \
    X("lock cmpxchg8b (%edi)")                                                                     \
    X("stosl")                                                                                     \
    X("stosb")                                                                                     \
    X("movsl")                                                                                     \
    X("mov $3, %ecx; rep stosl")                                                                   \
    X("std; mov $2, %ecx; rep movsw; cld")                                                         \
    X("incl (%edi)")                                                                               \
    X("negl (%edi)")                                                                               \
    X("pushl %ecx; popl (%edi)")

#define TEXT(STORE) STORE "; pushf; pop %ebp; hlt; .balign 32, 0x90;"
TINY_CODE32(stores, ".balign 32;" STORES(TEXT));
#define NAME(STORE) STORE,
static const char *const names[] = {STORES(NAME)};

struct outcome {
    uint32_t regs[REG_COUNT], memory[8];
};

static void page(struct tiny *t)
{
    memset(t->memory + DIRECTORY, 0, 0x2000);
    *tiny_word(t, DIRECTORY) = TABLE | 7;
    for (unsigned i = 0; i < TINY_SIZE / 4096; i++)
        *tiny_word(t, TABLE + i * 4) = i << 12 | 7;
    t->state.cr3 = DIRECTORY;
    t->state.cr0 |= 0x80010000;
}

static void try(struct tiny *t, unsigned which, uint32_t target, unsigned seed, struct outcome *o)
{
    tiny_start32(t, stores);
    page(t);
    random_init(seed);
    for (unsigned i = REG_EAX; i <= REG_EBX; i++)
        t->state.regs[i] = seed % 3 == 0 ? random_ulong() & 0x80ff : random_ulong();
    t->state.regs[REG_EBX] &= 0x3f;
    t->state.regs[REG_EBP] = 0;
    t->state.regs[REG_EDI] = target;
    t->state.regs[REG_ESI] = SOURCE;
    for (int i = -4; i < 4; i++) {
        *tiny_word(t, target + i * 4) = random_ulong();
        *tiny_word(t, SOURCE + i * 4) = random_ulong();
    }
    if (seed % 2 == 0) { /* For CMPXCHG. */
        t->state.regs[REG_EAX] = *tiny_word(t, target);
        t->state.regs[REG_EDX] = *tiny_word(t, target + 4);
    }
    t->state.eip = ((TINY_CODE + 31) & ~31u) + which * 32;
    tiny_set(t);
    tiny_run_to_halt(t);
    memcpy(o->regs, t->state.regs, sizeof o->regs);
    memcpy(o->memory, t->memory + target - 16, sizeof o->memory);
    o->regs[REG_EDI] -= target;
}

static void compare(const struct outcome *a, const struct outcome *b, unsigned which, unsigned seed)
{
    for (unsigned i = 0; i < REG_COUNT; i++)
        REQUIRE(a->regs[i] == b->regs[i], "%s, seed %u: register %u is 0x%x instead of 0x%x",
                names[which], seed, i, a->regs[i], b->regs[i]);
    for (unsigned i = 0; i < 8; i++)
        REQUIRE(a->memory[i] == b->memory[i], "%s, seed %u: word %u is 0x%x instead of 0x%x",
                names[which], seed, i, a->memory[i], b->memory[i]);
}

/* The directory is in use, and so write-protected, before the store. */
int main(void)
{
    struct tiny t;
    struct outcome table, plain;
    tiny_make(&t, VM_MODE_CACHE);
    for (unsigned which = 0; which < sizeof names / sizeof *names; which++)
        for (unsigned seed = 1; seed <= 6; seed++) {
            try(&t, which, PLAIN, seed, &plain);
            try(&t, which, DIRECTORY + TARGET, seed, &table);
            compare(&table, &plain, which, seed);
        }
    uint64_t traps = tiny_counters(&t).write_traps;
    CHECK(traps > 200, "stores to tables: %u traps", (unsigned)traps);
    return 0;
}
