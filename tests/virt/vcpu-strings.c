/* SPDX-License-Identifier: MIT
 * String instructions on ports: element by element, both directions, repeated, with overrides,
 * across pages that are not there yet.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include "tests/virt/tiny.h"

TINY_CODE16(out_bytes, "cld; mov $0x4ffe, %si; mov $5, %cx; mov $0x99, %dx; rep outsb; hlt");
TINY_CODE16(out_down, "std; mov $0x600, %di; mov %di, %si; mov $2, %cx; mov $0x99, %dx\n"
                      "mov $0x100, %ax; mov %ax, %fs; rep outsw %fs:(%si), %dx; hlt");
TINY_CODE16(in_longs, "cld; mov $0x6ffe, %di; mov $2, %cx; mov $0x98, %dx; rep insl; hlt");
TINY_CODE32(in_one, "cld; mov $0x7000, %edi; mov $3, %ecx; mov $0x98, %edx; insb; hlt");
TINY_CODE16(none, "mov $0, %cx; rep outsb; rep insb; hlt");

static void expect_out(struct tiny *t, uint32_t value)
{
    tiny_run(t, VCPU_EXIT_IO);
    REQUIRE(!t->run.io.in && t->run.io.port == 0x99 && t->run.io.value == value,
            "out of 0x%x instead of 0x%x", t->run.io.value, value);
}

static void test_out(struct tiny *t)
{
    tiny_start16(t, out_bytes);
    memcpy(t->memory + 0x4ffe, "hello", 5);
    for (unsigned i = 0; i < 5; i++)
        expect_out(t, "hello"[i]);
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_ESI] == 0x5003 && t->state.regs[REG_ECX] == 0, "upwards");
    tiny_start16(t, out_down);
    memcpy(t->memory + 0x1000 + 0x5fe, "abcd", 4);
    expect_out(t, 'c' | 'd' << 8);
    expect_out(t, 'a' | 'b' << 8);
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_ESI] == 0x5fc && t->state.regs[REG_EDI] == 0x600, "downwards");
}

static void answer(struct tiny *t, uint32_t value)
{
    tiny_run(t, VCPU_EXIT_IO);
    REQUIRE(t->run.io.in && t->run.io.port == 0x98, "not an input");
    t->run.io.value = value;
}

static void test_in(struct tiny *t)
{
    tiny_start16(t, in_longs);
    answer(t, 0x64636261);
    answer(t, 0x68676665);
    tiny_run_to_halt(t);
    CHECK(memcmp(t->memory + 0x6ffe, "abcdefgh", 8) == 0 && t->state.regs[REG_EDI] == 0x7006,
          "in, over the border of two pages");
    tiny_start32(t, in_one);
    answer(t, 'x');
    tiny_run_to_halt(t);
    CHECK(t->memory[0x7000] == 'x' && t->state.regs[REG_ECX] == 3, "without repetition");
}

int main(void)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    test_out(&t);
    test_in(&t);
    tiny_start16(&t, none);
    tiny_run_to_halt(&t);
    msg("no element at all");
    return 0;
}
