/* SPDX-License-Identifier: MIT
 * LTR, which the kernel carries out: a good TSS becomes busy, a null selector or anything else that
 * is no free TSS is refused.  (QEMU would take the null selector, and end itself later.)
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include "tests/virt/tiny.h"

TINY_CODE32(good, "mov $0x18, %eax; ltr %ax; str %ecx; movw $0x20, 0x500; ltr 0x500; hlt");
TINY_CODE32(null, "mov $3, %eax; ltr %ax; hlt");
TINY_CODE32(data, "mov $0x10, %eax; ltr %ax; hlt");
TINY_CODE32(beyond, "mov $0x28, %eax; ltr %ax; hlt");
TINY_CODE32(local, "mov $0x1c, %eax; ltr %ax; hlt");

#define HANDLER 0x1800

static void set_tss(struct tiny *t, unsigned selector, uint32_t base, uint32_t high)
{
    *tiny_word(t, TINY_GDT + selector) = base << 16 | 0x67;
    *tiny_word(t, TINY_GDT + selector + 4) = (base >> 16 & 0xff) | high;
}

static void prepare(struct tiny *t)
{
    set_tss(t, 0x18, 0x17000, 0x8900);
    set_tss(t, 0x20, 0x7100, 0x0900); /* Not present. */
    t->state.gdt_limit = 0x27;
    for (unsigned v = 10; v < 14; v++) {
        tiny_vector32(t, v, HANDLER + v * 2);
        t->memory[HANDLER + v * 2] = 0xf4;
    }
    tiny_set(t);
    tiny_run_to_halt(t);
}

static void expect_fault(struct tiny *t, unsigned vector, uint32_t error, const char *what)
{
    prepare(t);
    uint32_t pushed = *tiny_word(t, t->state.regs[REG_ESP]);
    CHECK(t->state.eip == HANDLER + vector * 2 + 1 && pushed == error,
          "%s: exception %u, error 0x%x", what, (t->state.eip - HANDLER - 1) / 2, pushed);
}

int main(void)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    tiny_start32(&t, good);
    expect_fault(&t, 11, 0x20, "one that is not present");
    CHECK(t.state.regs[REG_ECX] == 0x18 && t.state.seg[SEG_TR].selector == 0x18 &&
              t.state.seg[SEG_TR].base == 0x17000 && t.state.seg[SEG_TR].limit == 0x67 &&
              *tiny_word(&t, TINY_GDT + 0x1c) == 0x8b01,
          "a good one");
    tiny_start32(&t, null);
    expect_fault(&t, 13, 0, "none");
    tiny_start32(&t, data);
    expect_fault(&t, 13, 0x10, "a data segment");
    tiny_start32(&t, beyond);
    expect_fault(&t, 13, 0x28, "beyond the table");
    tiny_start32(&t, local);
    expect_fault(&t, 13, 0x1c, "in the local table");
    return 0;
}
