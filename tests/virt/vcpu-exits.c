/* SPDX-License-Identifier: MIT
 * What a guest's instructions look like to its program: OUT, IN, VMMCALL, HLT, CPUID, RDMSR, a
 * triple fault, memory that is not there.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include "tests/virt/tiny.h"

TINY_CODE16(ports, "mov $0x123456ab, %eax; outb %al, $0x42; outw %ax, $0x43; mov $0x3f8, %dx\n"
                   "outl %eax, %dx; mov $-1, %eax; inb $0x44, %al; mov %eax, %ebx\n"
                   "inw $0x44, %ax; mov %eax, %ecx; inl $0x44, %eax; hlt");
TINY_CODE16(call, "mov $7, %eax; mov $1, %ebx; mov $2, %ecx; mov $3, %edx; vmmcall\n"
                  "mov %eax, %esi; hlt");
TINY_CODE16(identify, "mov $1, %eax; cpuid; mov %ecx, %esi; mov %edx, %edi\n"
                      "mov $0x80000001, %eax; cpuid; hlt");
TINY_CODE16(registers, "mov $0x174, %ecx; mov $0x55, %eax; mov $9, %edx; wrmsr; rdmsr\n"
                       "mov %eax, %esi; mov $0xc0000080, %ecx; rdmsr; mov %eax, %edi\n"
                       "mov $0x277, %ecx; rdmsr; hlt");
TINY_CODE16(absent, "mov $0x3000, %ax; mov %ax, %ds; movb $1, (0x8); hlt");
TINY_CODE32(triple, "movl $0, 0x700; movl $0, 0x704; lidt 0x700; int3");
TINY_CODE16(cache, "invd; wbinvd; mov $5, %eax; hlt");
TINY_CODE16(nested, "mov $6, %ax; vmrun");

static void expect_out(struct tiny *t, unsigned port, unsigned size, uint32_t value)
{
    tiny_run(t, VCPU_EXIT_IO);
    REQUIRE(!t->run.io.in && t->run.io.port == port && t->run.io.size == size &&
                t->run.io.value == value,
            "out of %u bytes to 0x%x of 0x%x", t->run.io.size, t->run.io.port, t->run.io.value);
}

static void answer_in(struct tiny *t, unsigned size, uint32_t value)
{
    tiny_run(t, VCPU_EXIT_IO);
    REQUIRE(t->run.io.in && t->run.io.port == 0x44 && t->run.io.size == size,
            "in of %u bytes from 0x%x", t->run.io.size, t->run.io.port);
    t->run.io.value = value;
}

static void test_ports(struct tiny *t)
{
    tiny_start16(t, ports);
    expect_out(t, 0x42, 1, 0xab);
    expect_out(t, 0x43, 2, 0x56ab);
    expect_out(t, 0x3f8, 4, 0x123456ab);
    answer_in(t, 1, 0xffffff11);
    answer_in(t, 2, 0xffff2222);
    answer_in(t, 4, 0x33333333);
    tiny_run_to_halt(t);
    const uint32_t *r = t->state.regs;
    CHECK(r[REG_EBX] == 0xffffff11 && r[REG_ECX] == 0xffff2222 && r[REG_EAX] == 0x33333333,
          "ports");
}

static void test_call(struct tiny *t)
{
    tiny_start16(t, call);
    tiny_run(t, VCPU_EXIT_CALL);
    REQUIRE(t->run.call.number == 7 && t->run.call.args[0] == 1 && t->run.call.args[1] == 2 &&
                t->run.call.args[2] == 3,
            "call %u(%u, %u, %u)", t->run.call.number, t->run.call.args[0], t->run.call.args[1],
            t->run.call.args[2]);
    t->run.call.result = 0x4321;
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_ESI] == 0x4321, "a call and its result");
}

static void test_cpuid(struct tiny *t)
{
    tiny_start16(t, identify);
    tiny_run_to_halt(t);
    const uint32_t *r = t->state.regs;
    REQUIRE(!(r[REG_ECX] & 4), "the guest sees SVM");
    REQUIRE(!(r[REG_EDX] & 1 << 29), "the guest sees long mode");
    REQUIRE(!(r[REG_EDI] & (1 | 1 << 9 | 1 << 24 | 1 << 25)), "the guest sees an FPU or an APIC");
    CHECK(r[REG_EDI] & 1 << 6 && r[REG_ESI] >> 31, "CPUID");
}

static void test_msrs(struct tiny *t)
{
    tiny_start16(t, registers);
    tiny_vector16(t, 13, 0x1800);
    t->memory[0x1800] = 0xf4;
    tiny_run_to_halt(t);
    const uint32_t *r = t->state.regs;
    CHECK(r[REG_ESI] == 0x55 && r[REG_EDI] == 0 && t->state.eip == 0x1801,
          "MSRs, and #GP for one that a guest has not");
}

static void test_absent(struct tiny *t)
{
    tiny_start16(t, absent);
    tiny_run(t, VCPU_EXIT_MEMORY);
    CHECK(t->run.memory.gpa == 0x30008 && t->run.memory.write, "memory that is not there");
}

static void test_triple_fault(struct tiny *t)
{
    tiny_start32(t, triple);
    tiny_run(t, VCPU_EXIT_SHUTDOWN);
    tiny_run(t, VCPU_EXIT_SHUTDOWN);
    tiny_start16(t, cache);
    tiny_run_to_halt(t);
    CHECK(t->state.regs[REG_EAX] == 5, "a triple fault, and a new life");
}

static void test_nested(struct tiny *t)
{
    tiny_start16(t, nested);
    tiny_vector16(t, 6, 0x1800);
    t->memory[0x1800] = 0xf4;
    tiny_run_to_halt(t);
    CHECK(t->state.eip == 0x1801, "no guests of a guest's own");
}

int main(void)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    test_ports(&t);
    test_call(&t);
    test_cpuid(&t);
    test_msrs(&t);
    test_absent(&t);
    test_triple_fault(&t);
    test_nested(&t);
    return 0;
}
