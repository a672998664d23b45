/* SPDX-License-Identifier: MIT
 * Turning SVM on, and what all virtual CPUs share: see svm.h.
 *
 * How an interrupt is best given to a guest differs among CPUs: inject.c has two ways, and
 * svm_start() runs a guest of one instruction to learn which will do.
 */
#include "virt/svm.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "threads/flags.h"
#include "threads/interrupt.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/synch.h"
#include "threads/vaddr.h"
#include "virt/vmcb.h"

#define MSR_EFER 0xc0000080
#define MSR_HSAVE 0xc0010117
#define CPUID_EXTENDED 0x80000001
#define CPUID_NX (1u << 20)
#define CPUID_SVM 0x8000000a
#define CPUID_NESTED (1u << 0)
#define ONES_PAGES 3

void svm_switch(uint32_t vmcb, uint32_t host, uint32_t *regs, uint32_t cr2);
void svm_switch_pae(uint32_t vmcb, uint32_t host, uint32_t *regs, uint32_t cr2);

struct svm svm;
static struct lock start_lock;
static bool started; /* start_lock. */

/* The tables of which the TLB may have entries.  No emulator keeps any over an exit, so that only
 * an assertion can tell of a flush that is missing.  Interrupts off. */
static uint32_t remembered;

static uint32_t cpuid_edx(uint32_t leaf)
{
    uint32_t edx, ebx, ecx;
    __asm__("cpuid" : "+a"(leaf), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return edx;
}

static uint64_t read_msr(uint32_t msr)
{
    uint64_t value;
    __asm__ volatile("rdmsr" : "=A"(value) : "c"(msr));
    return value;
}

static void write_msr(uint32_t msr, uint64_t value)
{
    __asm__ volatile("wrmsr" : : "A"(value), "c"(msr));
}

/* ---- Control blocks ------------------------------------------------------------------------- */

void svm_vmcb_init(struct vmcb *c)
{
    c->cr_read = c->cr_write = 1 << 0 | 1 << 3 | 1 << 4;
    c->dr_read = c->dr_write = (uint16_t) ~(1 << 6);
    /* The first two lest a guest that faults without end keep the host's interrupts out. */
    c->exceptions = 1 << 1 | 1 << 17 | 1 << 8 | 1 << 14;
    if (!svm.takes_virq)
        c->exceptions |= 1 << 13; /* See vcpu_exit_gp(). */
    c->intercepts = INTERCEPT_INTR | INTERCEPT_NMI | INTERCEPT_SMI | INTERCEPT_INIT |
                    INTERCEPT_TR_WRITE | INTERCEPT_RDPMC | INTERCEPT_CPUID | INTERCEPT_RSM |
                    INTERCEPT_INVD | INTERCEPT_PAUSE | INTERCEPT_HLT | INTERCEPT_INVLPG |
                    INTERCEPT_INVLPGA | INTERCEPT_IO | INTERCEPT_MSR | INTERCEPT_TASK_SWITCH |
                    INTERCEPT_SHUTDOWN;
    c->intercepts2 = INTERCEPT2_ALL;
    c->iopm = c->msrpm = svm.all_ones;
    c->asid = 1;
    c->int_control = INT_MASKING;
    c->efer = EFER_SVME;
    c->pat = 0x0007040600070406; /* As after reset (APM 2, 7.8.1). */
    c->dr6 = 0xffff0ff0;
    c->dr7 = 0x400;
    c->rflags = FLAG_MBS;
}

void svm_enter(struct vmcb *c, uint32_t *regs)
{
    ASSERT(intr_get_level() == INTR_OFF);
    ASSERT(c->intercepts & INTERCEPT_INTR && c->int_control & INT_MASKING);
    uint32_t tables = c->nested ? c->nested_cr3 : c->cr3;
    ASSERT(c->tlb_control == TLB_FLUSH_ALL || tables == remembered);
    remembered = tables;
    if (c->nested)
        svm_switch_pae(vtop(c), svm.host_state, regs, c->cr2);
    else
        svm_switch(vtop(c), svm.host_state, regs, c->cr2);
}

/* ---- Self-test ------------------------------------------------------------------------------ */

#define TEST_VECTOR 0x20

/* In the kernel's own address space, whose user half is empty: with a virtual interrupt waiting,
 * and its table of vectors in that half, does HLT come first, or a page fault for the vector?
 * (Until then host interrupts may come in between.) */
static bool takes_virq(struct vmcb *c)
{
    static const uint8_t hlt = 0xf4;
    uint32_t regs[8] = {0};
    svm_vmcb_init(c);
    struct vmcb_segment data = {0, 0x93, 0xffff, 0};
    c->es = c->ss = c->ds = c->fs = c->gs = data;
    c->cs = (struct vmcb_segment){0, 0x9b, 0xffff, (uintptr_t)&hlt};
    c->ldtr = (struct vmcb_segment){0, 0x82, 0, 0};
    c->tr = (struct vmcb_segment){0, SEG_ATTR_P | svm.tss_type, 0xffff, 0};
    c->idtr.limit = 0x3ff;
    c->cr0 = CR0_PG | CR0_ET | CR0_WP;
    c->cr3 = vtop(kernel_pagedir);
    c->cr4 = CR4_PSE;
    c->rflags |= FLAG_IF;
    c->tlb_control = TLB_FLUSH_ALL;
    c->int_control |= INT_V_IRQ | INT_IGNORE_TPR | INT_PRIORITY;
    c->int_vector = TEST_VECTOR;
    do {
        intr_disable();
        svm_enter(c, regs);
        intr_enable();
    } while (c->exit_code == EXIT_INTR);
    return c->exit_code == EXIT_EXCEPTION + 14 && c->exit_info2 == TEST_VECTOR * 4;
}

/* ---- Start ---------------------------------------------------------------------------------- */

/* What svm_start() needs: the last page is for its test. */
enum { STATE_CPU, STATE_HOST, STATE_TEST, STATE_PAGES };

static void turn_on(uint8_t *state, uint8_t *ones)
{
    memset(ones, 0xff, ONES_PAGES * PGSIZE);
    write_msr(MSR_EFER, read_msr(MSR_EFER) | EFER_SVME);
    write_msr(MSR_HSAVE, vtop(state + STATE_CPU * PGSIZE));
    struct vmcb *host = (struct vmcb *)(state + STATE_HOST * PGSIZE);
    svm.host_state = vtop(host);
    __asm__ volatile("vmsave %%eax" : : "a"(svm.host_state) : "memory");
    svm.all_ones = vtop(ones);
    svm.tss_type = host->tr.attributes & 0xf;
    svm.has_nx = cpuid_edx(CPUID_EXTENDED) & CPUID_NX;
    svm.has_nested = cpuid_edx(CPUID_SVM) & CPUID_NESTED;
    svm.takes_virq = takes_virq((struct vmcb *)(state + STATE_TEST * PGSIZE));
    started = true;
}

static int start(void)
{
    uint8_t *ones = palloc_get_multiple(0, ONES_PAGES);
    uint8_t *state = ones != NULL ? palloc_get_multiple(PAL_ZERO, STATE_PAGES) : NULL;
    if (state == NULL) {
        if (ones != NULL)
            palloc_free_multiple(ones, ONES_PAGES);
        return -ENOMEM;
    }
    turn_on(state, ones);
    palloc_free_page(state + STATE_TEST * PGSIZE);
    return 0;
}

int svm_start(void)
{
    lock_acquire(&start_lock);
    int err = started ? 0 : start();
    lock_release(&start_lock);
    return err;
}

void svm_init(void)
{
    lock_init(&start_lock);
}
