/* SPDX-License-Identifier: MIT
 * The kernel half of the address space, page directories, kernel stacks, device memory.
 *
 *     0xc0000000  physical memory, in 4 MB pages, global where the CPU has that
 *     0xf8000000  kernel stacks: slots of 16 kB, of which the upper 8 kB are mapped
 *     0xfc000000  device memory, uncached
 *     0xff800000  never mapped (mmu.c keeps links in those two directory entries)
 *
 * Every page directory has the same kernel half.  When the kernel half gets a new page table, it
 * is entered into all of them; kernel page tables are never freed.
 */
#ifndef THREADS_MMU_H
#define THREADS_MMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "threads/pte.h"

#define KSTACK_SIZE 8192 /* Kernel stack, aligned to its size. */

/* The directory without a user half, in force whenever no process's is. */
extern uint32_t kernel_pagedir[PTES_PER_PAGE];

/* For init.c: gives up the boot-time identity map, sets the final rights and global pages. */
void mmu_init(void);

/* A new directory with an empty user half, or NULL.  May sleep for memory. */
uint32_t *mmu_pagedir_create(void);

/* Frees the directory page alone; what its user half points to is the caller's.  If it is the
 * active one, the kernel's becomes active first. */
void mmu_pagedir_destroy(uint32_t *pd);

/* Makes PD, or the kernel's for NULL, the CPU's directory.  May be called anywhere. */
void mmu_pagedir_activate(uint32_t *pd);
uint32_t *mmu_pagedir_active(void);

/* Forgets what the CPU may remember of the page at VA. */
static inline void mmu_invalidate(const void *va)
{
    __asm__ volatile("invlpg (%0)" : : "r"(va) : "memory");
}

/* A kernel stack of KSTACK_SIZE bytes with unmapped pages below it: its lowest address, which
 * is a multiple of KSTACK_SIZE, or NULL without memory.  May sleep for memory. */
void *mmu_stack_alloc(void);

/* Gives a stack back.  It must not be the one in use. */
void mmu_stack_free(void *stack);

/* True if VA lies in the unmapped part below a kernel stack. */
bool mmu_is_stack_guard(const void *va);

/* True if the kernel can read the byte at kernel address VA. */
bool mmu_is_mapped(const void *va);

/* Maps LEN bytes of device memory, uncached and for good, or NULL if there is no room. */
void *mmu_map_device(uint32_t paddr, size_t len);

#endif
