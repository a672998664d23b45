/* SPDX-License-Identifier: MIT
 * Virtual and physical addresses: pages, the user/kernel border, the map of physical memory.
 *
 * All usable physical memory (at most RAM_MAX bytes) is mapped at PHYS_BASE, so that a physical
 * address and the kernel's address of the same byte differ by a constant: ptov() and vtop().
 * The addresses above that map (kernel stacks, device memory) have no such relation.
 */
#ifndef THREADS_VADDR_H
#define THREADS_VADDR_H

#define PGBITS 12
#define PGSIZE 4096
#define PGMASK 0xfff

#define LOADER_PHYS_BASE 0xc0000000 /* The kernel half starts here. */
#define RAM_MAX 0x38000000          /* 896 MB: what the map at PHYS_BASE can hold. */
#define STACK_AREA 0xf8000000       /* Kernel stacks with guard pages: see mmu.h. */
#define STACK_AREA_END 0xfc000000
#define DEVICE_AREA 0xfc000000 /* Device memory: see mmu_map_device(). */
#define DEVICE_AREA_END 0xff800000

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#define PHYS_BASE ((void *)LOADER_PHYS_BASE)

/* Offset of VA in its page. */
static inline unsigned pg_ofs(const void *va)
{
    return (uintptr_t)va & PGMASK;
}

/* Number of VA's page. */
static inline uintptr_t pg_no(const void *va)
{
    return (uintptr_t)va >> PGBITS;
}

static inline void *pg_round_up(const void *va)
{
    return (void *)(((uintptr_t)va + PGMASK) & ~(uintptr_t)PGMASK);
}

static inline void *pg_round_down(const void *va)
{
    return (void *)((uintptr_t)va & ~(uintptr_t)PGMASK);
}

static inline bool is_user_vaddr(const void *va)
{
    return (uintptr_t)va < LOADER_PHYS_BASE;
}

static inline bool is_kernel_vaddr(const void *va)
{
    return (uintptr_t)va >= LOADER_PHYS_BASE;
}

/* Kernel address of physical address PADDR, which must lie in RAM. */
static inline void *ptov(uintptr_t paddr)
{
    return (void *)(paddr + LOADER_PHYS_BASE);
}

/* Physical address of kernel address VA, which must lie in the map of physical memory. */
static inline uintptr_t vtop(const void *va)
{
    return (uintptr_t)va - LOADER_PHYS_BASE;
}

#endif /* __ASSEMBLER__ */
#endif
