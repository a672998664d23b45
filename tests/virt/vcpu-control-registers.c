/* SPDX-License-Identifier: MIT
 * A guest's control registers: MOV, SMSW, LMSW, CLTS as on a CPU of its own, values that no CPU
 * takes, and what its program sees of them.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include "tests/virt/tiny.h"

TINY_CODE16(words, "smsw %ax; mov %ax, %si; smsw (0x500); smsw %edi; mov $0xf, %ax; lmsw %ax\n"
                   "mov %cr0, %ebx; clts; mov %cr0, %ecx; movw $0, (0x502); lmsw (0x502)\n"
                   "mov %cr0, %edx; hlt");
TINY_CODE32(moves, "mov $0x12345018, %eax; mov %eax, %cr3; mov %cr3, %ebx; mov $0x90, %eax\n"
                   "mov %eax, %cr4; mov %cr4, %ecx; mov $0x77, %eax; mov %eax, %cr2\n"
                   "mov %cr2, %edx; mov %cr0, %eax; or $0x10000, %eax; mov %eax, %cr0\n"
                   "mov %cr0, %esi; mov $0x1234, %eax; mov %eax, %dr3; mov %dr3, %edi; hlt");
TINY_CODE32(bad_cr0, "mov $0x80000000, %eax; mov %eax, %cr0; hlt");
TINY_CODE32(bad_cr0_cache, "mov $0x20000011, %eax; mov %eax, %cr0; hlt");
TINY_CODE32(bad_cr4, "mov $0x200, %eax; mov %eax, %cr4; hlt");
TINY_CODE32(paging, "mov $0x10000, %eax; mov %eax, %cr3; mov $0x10, %eax; mov %eax, %cr4\n"
                    "mov $0x80010011, %eax; mov %eax, %cr0; mov 0x400500, %ebx; invlpg 0x400500\n"
                    "mov $0x11, %eax; mov %eax, %cr0; mov $1, %ecx; hlt");
TINY_CODE32(fpu, "mov %cr0, %eax; and $-15, %eax; mov %eax, %cr0; fninit; hlt");

static void test_words(struct tiny *t)
{
    tiny_start16(t, words);
    tiny_run_to_halt(t);
    const uint32_t *r = t->state.regs;
    CHECK((r[REG_ESI] & 0xffff) == 0x10 && (*tiny_word(t, 0x500) & 0xffff) == 0x10 &&
              r[REG_EDI] == 0x10,
          "SMSW to registers and memory");
    CHECK(r[REG_EBX] == 0x1f && r[REG_ECX] == 0x17 && r[REG_EDX] == 0x11,
          "LMSW and CLTS: 0x%x 0x%x 0x%x", r[REG_EBX], r[REG_ECX], r[REG_EDX]);
}

static void test_moves(struct tiny *t)
{
    tiny_start32(t, moves);
    tiny_run_to_halt(t);
    const uint32_t *r = t->state.regs;
    CHECK(r[REG_EBX] == 0x12345018 && r[REG_ECX] == 0x90 && r[REG_EDX] == 0x77 &&
              r[REG_ESI] == 0x10011 && r[REG_EDI] == 0x1234,
          "MOV to and from control and debug registers");
    CHECK(t->state.cr0 == 0x10011 && t->state.cr3 == 0x12345018 && t->state.cr4 == 0x90 &&
              t->state.cr2 == 0x77,
          "the program sees the same");
}

/* Exception VECTOR, and no other end. */
static void expect_exception(struct tiny *t, unsigned vector)
{
    for (unsigned v = 0; v < 32; v++) {
        tiny_vector32(t, v, 0x1800 + v * 2);
        t->memory[0x1800 + v * 2] = 0xf4;
    }
    tiny_run_to_halt(t);
    unsigned got = (t->state.eip - 0x1801) / 2;
    REQUIRE(got == vector, "exception %u instead of %u (eip 0x%x)", got, vector, t->state.eip);
}

static void test_bad_values(struct tiny *t)
{
    tiny_start32(t, bad_cr0);
    expect_exception(t, 13);
    tiny_start32(t, bad_cr0_cache);
    expect_exception(t, 13);
    tiny_start32(t, bad_cr4);
    expect_exception(t, 13);
    CHECK(t->state.cr0 == 0x11 && t->state.cr4 == 0, "#GP for bits that cannot be");
    tiny_start32(t, fpu);
    expect_exception(t, 7);
    msg("no FPU");
}

static void test_paging(struct tiny *t)
{
    tiny_start32(t, paging);
    *tiny_word(t, 0x10000) = 0x00000083;
    *tiny_word(t, 0x10004) = 0x00000083;
    *tiny_word(t, 0x500) = 0x87654321;
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_EBX] == 0x87654321 && t->state.regs[REG_ECX] == 1,
          "paging on, a large page, paging off");
    CHECK(*tiny_word(t, 0x10004) == 0xa3, "its accessed bit");
}

int main(void)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    test_words(&t);
    test_moves(&t);
    test_bad_values(&t);
    test_paging(&t);
    return 0;
}
