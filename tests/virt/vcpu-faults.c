/* SPDX-License-Identifier: MIT
 * Faults in the middle of delivering something: a page fault while an interrupt is delivered comes
 * first and the interrupt after it; one while a page fault is delivered is a double fault; one
 * while that is delivered, the end.  And a task switch, which would load any CR3, is the end, too.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 * @matrix: icount=0,3
 */
#include "tests/virt/tiny.h"

#define DIRECTORY 0x10000
#define TABLE 0x11000
#define ABSENT_IDT 0x5000             /* The page of it that is not there… */
#define SPLIT_IDT (ABSENT_IDT - 0x60) /* …if it lies so: gates 0 to 11 are there. */
#define DOUBLE_FAULT 0x1800
#define NO_MEMORY 0x70000000u /* Far above the machine's. */
#define PAGE_FAULT 0x1840
#define INTERRUPT 0x1880
#define VECTOR 0x30

TINY_CODE32(fault, "mov 0x400000, %eax; hlt");
TINY_CODE32(wait_for_it, "sti; nop; nop; nop; cli; hlt");
TINY_CODE32(stop_here, "hlt");
TINY_CODE32(map_idt, "orl $3, 0x11014; invlpg 0x5000; mov %cr2, %ecx; add $4, %esp; iret");
TINY_CODE32(count_it, "inc %ebx; iret");
TINY_CODE32(switch_task, "mov $0x18, %ax; ltr %ax; ljmp $0x20, $0; hlt");

static void put(struct tiny *t, uint32_t at, const char *code, const char *end)
{
    memcpy(t->memory + at, code, end - code);
}

static void set_gate(struct tiny *t, uint32_t idt, unsigned vector, uint32_t offset)
{
    *tiny_word(t, idt + vector * 8) = 0x08 << 16 | (offset & 0xffff);
    *tiny_word(t, idt + vector * 8 + 4) = (offset & 0xffff0000) | 0x8e00;
}

/* Paging on, all of memory mapped as it is but the page of the table. */
static void page(struct tiny *t, uint32_t idt)
{
    *tiny_word(t, DIRECTORY) = TABLE | 7;
    for (unsigned i = 0; i < TINY_SIZE / 4096; i++)
        *tiny_word(t, TABLE + i * 4) = i << 12 | 7;
    *tiny_word(t, TABLE + ABSENT_IDT / 1024) &= ~1u;
    t->state.cr3 = DIRECTORY;
    t->state.cr0 |= 0x80010000;
    t->state.idt_base = idt;
    t->state.regs[REG_EBX] = 0;
    set_gate(t, idt, 8, DOUBLE_FAULT);
    set_gate(t, idt, 14, PAGE_FAULT);
    set_gate(t, idt, VECTOR, INTERRUPT);
    put(t, DOUBLE_FAULT, stop_here, stop_here_end);
    put(t, PAGE_FAULT, map_idt, map_idt_end);
    put(t, INTERRUPT, count_it, count_it_end);
    tiny_set(t);
}

static void test_double_fault(struct tiny *t)
{
    tiny_start32(t, fault);
    page(t, SPLIT_IDT);
    tiny_run_to_halt(t);
    CHECK(t->state.eip == DOUBLE_FAULT + 1 && *tiny_word(t, t->state.regs[REG_ESP]) == 0,
          "a page fault while a page fault is delivered is a double fault");
    CHECK(t->state.cr2 == SPLIT_IDT + 14 * 8, "CR2 tells of the second");
}

static void test_triple_fault(struct tiny *t)
{
    tiny_start32(t, fault);
    page(t, ABSENT_IDT);
    tiny_run(t, VCPU_EXIT_SHUTDOWN);
    msg("and another while that is delivered is the end");
}

static void test_interrupt(struct tiny *t)
{
    uint32_t vector = VECTOR;
    tiny_start32(t, wait_for_it);
    page(t, SPLIT_IDT - 0x100);
    REQUIRE(SPLIT_IDT - 0x100 + VECTOR * 8 >= ABSENT_IDT, "the gate is there");
    REQUIRE(vcpu_control(t->vcpu, VCPU_INTERRUPT, &vector) == 0, "VCPU_INTERRUPT");
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_ECX] == SPLIT_IDT - 0x100 + VECTOR * 8 && t->state.regs[REG_EBX] == 1,
          "a page fault for an interrupt's gate, then the interrupt, once: %u",
          t->state.regs[REG_EBX]);
}

static void set_tss(struct tiny *t, unsigned selector, uint32_t base)
{
    *tiny_word(t, TINY_GDT + selector) = base << 16 | 0x67;
    *tiny_word(t, TINY_GDT + selector + 4) = (base >> 16 & 0xff) | 0x8900;
    memset(t->memory + base, 0, 0x68);
}

/* On QEMU it is found out only at the next exit: until then the guest runs on whatever is there, so
 * it had better be no memory of the kernel's. */
static void test_task_switch(struct tiny *t)
{
    tiny_start32(t, switch_task);
    page(t, TINY_IDT);
    set_tss(t, 0x18, 0x7000);
    set_tss(t, 0x20, 0x7100);
    *tiny_word(t, 0x7100 + 0x1c) = NO_MEMORY;
    t->state.gdt_limit = 0x27;
    tiny_set(t);
    int err = vcpu_run(t->vcpu, &t->run);
    CHECK(err == 0 && t->run.exit == VCPU_EXIT_FAILED, "a task switch: exit %u, %s", t->run.exit,
          t->run.failed.why);
}

int main(void)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    test_double_fault(&t);
    test_triple_fault(&t);
    test_interrupt(&t);
    test_task_switch(&t);
    return 0;
}
