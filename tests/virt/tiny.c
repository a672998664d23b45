/* SPDX-License-Identifier: MIT
 * Guests of a few instructions: see tiny.h.
 */
#include "tests/virt/tiny.h"
#include <mman.h>
#include <unistd.h>

void tiny_make(struct tiny *t, enum vm_mode mode)
{
    memset(t, 0, sizeof *t);
    t->vm = vm_create(mode);
    REQUIRE(t->vm >= 0, "vm_create gave %d", t->vm);
    t->vcpu = vcpu_create(t->vm);
    REQUIRE(t->vcpu >= 0, "vcpu_create gave %d", t->vcpu);
    t->memory = mmap2(NULL, TINY_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mman_error(t->memory) == 0, "mmap2 gave %d", mman_error(t->memory));
    struct vm_slot slot = {.size = TINY_SIZE, .uaddr = (uintptr_t)t->memory};
    int err = vm_control(t->vm, VM_SET_SLOT, &slot);
    REQUIRE(err == 0, "VM_SET_SLOT gave %d", err);
}

void tiny_end(struct tiny *t)
{
    close(t->vcpu);
    close(t->vm);
    munmap2(t->memory, TINY_SIZE);
}

void tiny_set(struct tiny *t)
{
    int err = vcpu_control(t->vcpu, VCPU_SET_STATE, &t->state);
    REQUIRE(err == 0, "VCPU_SET_STATE gave %d", err);
}

static void set_flat(struct vcpu_state *s)
{
    for (unsigned i = SEG_ES; i <= SEG_GS; i++)
        s->seg[i] = (struct vcpu_segment_state){0x10, 0xc93, 0xffffffff, 0};
    s->seg[SEG_CS] = (struct vcpu_segment_state){0x08, 0xc9b, 0xffffffff, 0};
    s->gdt_base = TINY_GDT;
    s->gdt_limit = 0x17;
    s->idt_base = TINY_IDT;
    s->idt_limit = 0x7ff;
    s->cr0 |= 1;
}

static void set_real(struct vcpu_state *s)
{
    for (unsigned i = SEG_ES; i <= SEG_GS; i++)
        s->seg[i] = (struct vcpu_segment_state){0, 0x93, 0xffff, 0};
    s->seg[SEG_CS].attributes = 0x9b;
    s->idt_base = 0;
    s->idt_limit = 0x3ff;
}

void tiny_start(struct tiny *t, const char *code, size_t size, bool flat)
{
    static const uint64_t gdt[] = {0, 0x00cf9b000000ffff, 0x00cf93000000ffff};
    memcpy(t->memory + TINY_CODE, code, size);
    memcpy(t->memory + TINY_GDT, gdt, sizeof gdt);
    int err = vcpu_control(t->vcpu, VCPU_GET_STATE, &t->state);
    REQUIRE(err == 0, "VCPU_GET_STATE gave %d", err);
    t->state.cr0 = 0x10;
    t->state.cr3 = t->state.cr4 = 0;
    t->state.efer = 0;
    if (flat)
        set_flat(&t->state);
    else
        set_real(&t->state);
    t->state.eip = TINY_CODE;
    t->state.regs[REG_ESP] = TINY_STACK;
    t->state.eflags = 2;
    tiny_set(t);
}

void tiny_run(struct tiny *t, enum vcpu_exit exit)
{
    int err = vcpu_run(t->vcpu, &t->run);
    REQUIRE(err == 0, "vcpu_run gave %d", err);
    if (t->run.exit == VCPU_EXIT_FAILED)
        fail("exit 0x%x (0x%x, 0x%x): %s", t->run.failed.code, t->run.failed.info1,
             t->run.failed.info2, t->run.failed.why);
    err = vcpu_control(t->vcpu, VCPU_GET_STATE, &t->state);
    REQUIRE(err == 0, "VCPU_GET_STATE gave %d", err);
    REQUIRE(t->run.exit == exit, "exit %u at eip 0x%x instead of %u", t->run.exit, t->state.eip,
            exit);
}

void tiny_vector16(struct tiny *t, unsigned vector, uint16_t offset)
{
    *tiny_word(t, vector * 4) = offset;
}

void tiny_vector32(struct tiny *t, unsigned vector, uint32_t offset)
{
    uint32_t *gate = tiny_word(t, TINY_IDT + vector * 8);
    gate[0] = 0x08 << 16 | (offset & 0xffff);
    gate[1] = (offset & 0xffff0000) | 0x8e00;
}

struct vm_counters tiny_counters(const struct tiny *t)
{
    struct vm_counters c;
    int err = vm_control(t->vm, VM_GET_COUNTERS, &c);
    REQUIRE(err == 0, "VM_GET_COUNTERS gave %d", err);
    return c;
}
