/* SPDX-License-Identifier: MIT
 * Bits of page directory and page table entries (Intel SDM volume 3, 4.3: 32-bit paging).
 */
#ifndef THREADS_PTE_H
#define THREADS_PTE_H

#define PTE_P 0x001   /* Present. */
#define PTE_W 0x002   /* Writable; the kernel obeys it too (CR0.WP). */
#define PTE_U 0x004   /* User mode may access. */
#define PTE_PWT 0x008 /* Write-through. */
#define PTE_PCD 0x010 /* Not cached: device memory. */
#define PTE_A 0x020   /* Accessed. */
#define PTE_D 0x040   /* Dirty (leaf entries only). */
#define PDE_PS 0x080  /* In a directory: maps 4 MB, no table. */
#define PTE_G 0x100   /* Global: survives a load of CR3, if CR4.PGE is set. */
#define PTE_AVL 0xe00 /* Three bits for the kernel. */
/* One of them: the process may write there, but stores are to be told of (vm/notifier.h). */
#define PTE_WATCHED 0x200
#define PTE_FLAGS 0xfff
#define PTE_ADDR 0xfffff000

#define PTES_PER_PAGE 1024
#define PDE_SPAN 0x400000 /* Bytes that one directory entry covers. */
#define PDE_SHIFT 22
#define PDE_KERNEL 768 /* Index of the first directory entry of the kernel half. */

#ifndef __ASSEMBLER__
#include <stdint.h>
#include "threads/vaddr.h"

/* Index of VA's entry in a page directory. */
static inline unsigned pd_no(const void *va)
{
    return (uintptr_t)va >> PDE_SHIFT;
}

/* Index of VA's entry in its page table. */
static inline unsigned pt_no(const void *va)
{
    return ((uintptr_t)va >> PGBITS) & (PTES_PER_PAGE - 1);
}

/* Kernel address of the page (or page table) that ENTRY points to, which must be RAM. */
static inline void *pte_page(uint32_t entry)
{
    return ptov(entry & PTE_ADDR);
}

/* Frame number in ENTRY. */
static inline uint32_t pte_frame(uint32_t entry)
{
    return entry >> PGBITS;
}

#endif /* __ASSEMBLER__ */
#endif
