/* SPDX-License-Identifier: MIT
 * Segment descriptors and the two TSSs; what happens on a double fault.
 */
#include "threads/gdt.h"
#include <debug.h>
#include <stddef.h>
#include "threads/mmu.h"
#include "threads/panic.h"
#include "threads/thread.h"
#include "threads/vaddr.h"

/* Access bytes (Intel SDM volume 3, 3.4.5): present, DPL, type. */
#define ACCESS_KCODE 0x9a
#define ACCESS_KDATA 0x92
#define ACCESS_UCODE 0xfa
#define ACCESS_UDATA 0xf2
#define ACCESS_TSS 0x89
#define FLAT_FLAGS 0xc0 /* 4 kB granularity, 32 bits. */

struct tss gdt_tss;
static struct tss double_fault_tss;
static uint64_t gdt[SEL_CNT];

extern char boot_stack_top[];

_Static_assert(sizeof(struct tss) == 104, "the CPU fixes the layout of a TSS");

static uint64_t descriptor(uint32_t base, uint32_t limit, uint8_t access, uint8_t flags)
{
    uint32_t low = (base & 0xffff) << 16 | (limit & 0xffff);
    uint32_t high = (base & 0xff000000) | ((uint32_t)flags << 16) | (limit & 0xf0000) |
                    (uint32_t)access << 8 | (base >> 16 & 0xff);
    return (uint64_t)high << 32 | low;
}

static uint64_t tss_descriptor(const struct tss *tss)
{
    return descriptor((uintptr_t)tss, sizeof *tss - 1, ACCESS_TSS, 0);
}

/* The double-fault task.  The task switch has saved the state of the fault in gdt_tss; this runs
 * on the boot stack, which is not used otherwise by now. */
static NO_RETURN void double_fault(void)
{
    const struct tss *at = &gdt_tss;
    uint32_t cr2;
    __asm__("movl %%cr2, %0" : "=r"(cr2));
    struct panic_origin origin = {(void *)at->eip, (void *)at->ebp};

    if (mmu_is_stack_guard((void *)cr2))
        panic_from(&origin, __FILE__, __LINE__, __func__, "kernel stack overflow in thread %s",
                   thread_running != NULL ? thread_running->name : "(none)");
    panic_from(&origin, __FILE__, __LINE__, __func__, "double fault: eip=%#x esp=%#x cr2=%#x",
               (unsigned)at->eip, (unsigned)at->esp, (unsigned)cr2);
}

static void tss_init(void)
{
    gdt_tss.ss0 = SEL_KDSEG;
    gdt_tss.io_map = sizeof gdt_tss; /* Beyond the limit: no port is a user's. */
    double_fault_tss = (struct tss){
        .cr3 = vtop(kernel_pagedir),
        .eip = (uintptr_t)double_fault,
        .eflags = 2,
        .esp = (uintptr_t)boot_stack_top,
        .cs = SEL_KCSEG,
        .ds = SEL_KDSEG,
        .es = SEL_KDSEG,
        .ss = SEL_KDSEG,
        .io_map = sizeof double_fault_tss,
    };
}

void gdt_init(void)
{
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) gdtr = {sizeof gdt - 1, (uintptr_t)gdt};

    tss_init();
    gdt[SEL_KCSEG / 8] = descriptor(0, 0xfffff, ACCESS_KCODE, FLAT_FLAGS);
    gdt[SEL_KDSEG / 8] = descriptor(0, 0xfffff, ACCESS_KDATA, FLAT_FLAGS);
    gdt[SEL_UCSEG / 8] = descriptor(0, 0xfffff, ACCESS_UCODE, FLAT_FLAGS);
    gdt[SEL_UDSEG / 8] = descriptor(0, 0xfffff, ACCESS_UDATA, FLAT_FLAGS);
    gdt[SEL_TSS / 8] = tss_descriptor(&gdt_tss);
    gdt[SEL_DF_TSS / 8] = tss_descriptor(&double_fault_tss);
    __asm__ volatile("lgdt %0\n\t"
                     "ljmp %1, $1f\n"
                     "1:\tmovl %2, %%ds\n\t"
                     "movl %2, %%es\n\t"
                     "movl %2, %%ss\n\t"
                     "movl %3, %%fs\n\t"
                     "movl %3, %%gs\n\t"
                     "ltr %w4"
                     :
                     : "m"(gdtr), "i"(SEL_KCSEG), "r"(SEL_KDSEG), "r"(SEL_NULL), "r"(SEL_TSS)
                     : "memory");
}
