/* SPDX-License-Identifier: MIT
 * Segments, the task-state segment and the double-fault task.
 *
 * Segmentation is not used for protection: all segments are flat.  One TSS tells the CPU which
 * stack to use on entry from user mode; a second one is a task of its own, to which a double
 * fault switches, since after a kernel stack overflow there is no stack left to handle it on.
 */
#ifndef THREADS_GDT_H
#define THREADS_GDT_H

#define SEL_NULL 0x00
#define SEL_KCSEG 0x08 /* Kernel code. */
#define SEL_KDSEG 0x10 /* Kernel data. */
#define SEL_UCSEG 0x1b /* User code, RPL 3. */
#define SEL_UDSEG 0x23 /* User data, RPL 3. */
#define SEL_TSS 0x28
#define SEL_DF_TSS 0x30
#define SEL_CNT 7

#ifndef __ASSEMBLER__
#include <stdint.h>

/* Intel SDM volume 3, 7.2.1.  The padding above each selector is reserved. */
struct tss {
    uint32_t back_link;
    void *esp0;
    uint32_t ss0;
    uint32_t stack12[4];
    uint32_t cr3, eip, eflags;
    uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
    uint32_t es, cs, ss, ds, fs, gs, ldt;
    uint16_t trap, io_map;
};

extern struct tss gdt_tss;

/* Loads the final GDT and the task register. */
void gdt_init(void);

/* The stack for the next entry from user mode: the running thread's, set when threads switch. */
static inline void tss_set_stack(void *top)
{
    gdt_tss.esp0 = top;
}

#endif /* __ASSEMBLER__ */
#endif
