/* SPDX-License-Identifier: MIT
 * For tests of what machines cost: a guest that needs many shadow pages for little memory.
 *
 * Its directory leads to TABLES tables, with each of four kinds of rights, at each of several
 * guest-physical addresses of the same memory: so many shadow pages, one for each 4 MB of
 * addresses. In each the guest reads one word, which says which table it is in, and adds them up.
 */
#ifndef TESTS_VIRT_HOARD_H
#define TESTS_VIRT_HOARD_H

#include <mman.h>
#include <resource.h>
#include "tests/virt/tiny.h"

#define HOARD_DIRECTORY 0x10000u /* Guest-physical. */
#define HOARD_TABLES 0x1000000u  /* …of the tables, again and again. */
#define HOARD_MOST 1024u
#define HOARD_P 1u
#define HOARD_AD 0x60u

struct hoard {
    struct tiny tiny;
    unsigned tables, pages; /* Tables in memory; shadow pages of level 1. */
    uint32_t sum;           /* What the guest must come to. */
};

/* Reads a word in each of EDX stretches of 4 MB; gives the sum to its program; again. */
TINY_CODE32(hoard_code, "1: movl $0x3ffc, %ebx; xorl %eax, %eax; movl %edx, %ecx\n"
                        "2: addl (%ebx), %eax; addl $0x400000, %ebx; decl %ecx; jnz 2b\n"
                        ".byte 0x0f, 0x01, 0xd9; jmp 1b"); /* VMMCALL */

/* Entries 1 and 3 map the code and the table itself; the last, which is not present, says which it
 * is. */
static inline void hoard_fill(struct hoard *h, uint32_t *table, unsigned i)
{
    table[1] = TINY_CODE | HOARD_P | HOARD_AD;
    table[3] = (HOARD_TABLES + i * TEST_PAGE) | HOARD_P | HOARD_AD;
    table[1023] = (i + 1) << 1;
}

/* A machine in MODE of up to PAGES shadow pages, with TABLES tables at ALIASES addresses each. */
static inline void hoard_make(struct hoard *h, enum vm_mode mode, unsigned tables, unsigned aliases)
{
    tiny_make(&h->tiny, mode);
    size_t size = tables * TEST_PAGE;
    char *memory = mmap2(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mman_error(memory) == 0, "mmap2 gave %d", mman_error(memory));
    for (unsigned i = 0; i < tables; i++)
        hoard_fill(h, (uint32_t *)(memory + i * TEST_PAGE), i);
    for (unsigned i = 0; i < aliases; i++) {
        struct vm_slot slot = {i + 1, 0, HOARD_TABLES + i * size, size, (uintptr_t)memory};
        int err = vm_control(h->tiny.vm, VM_SET_SLOT, &slot);
        REQUIRE(err == 0, "VM_SET_SLOT gave %d", err);
    }
    unsigned kinds = tables * aliases;
    h->tables = tables;
    h->pages = 4 * kinds < HOARD_MOST ? 4 * kinds : HOARD_MOST;
    h->sum = 0;
    for (unsigned i = 0; i < h->pages; i++) {
        uint32_t rights = (3 - i / kinds) << 1;
        *tiny_word(&h->tiny, HOARD_DIRECTORY + i * 4) =
            (HOARD_TABLES + i % kinds * TEST_PAGE) | rights | HOARD_P | HOARD_AD;
        h->sum += (i % tables + 1) << 1;
    }
    tiny_start32(&h->tiny, hoard_code);
    h->tiny.state.cr0 |= 1u << 31 | 1u << 16;
    h->tiny.state.cr3 = HOARD_DIRECTORY;
    h->tiny.state.regs[REG_EDX] = h->pages;
    tiny_set(&h->tiny);
}

/* Runs it once over all its addresses. */
static inline void hoard_run(struct hoard *h)
{
    tiny_run(&h->tiny, VCPU_EXIT_CALL);
    REQUIRE(h->tiny.run.call.number == h->sum, "the guest came to %u, not %u",
            (unsigned)h->tiny.run.call.number, (unsigned)h->sum);
}

#endif
