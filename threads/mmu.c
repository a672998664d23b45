/* SPDX-License-Identifier: MIT
 * The kernel half of the address space: see mmu.h for its map.
 *
 * Page directories form a ring through their last two entries, which hold the physical addresses of
 * the next and the previous one.  A page's address has its low bits clear, so that to the CPU the
 * two entries are "not present".  kernel_pagedir is in the ring for good, and the copy that the
 * others' kernel halves are made from.  A free stack slot keeps its link likewise in a page table
 * entry of its own: so neither costs memory or a search.
 *
 * All of it is guarded by disabling interrupts, since stacks are freed in the middle of a switch.
 */
#include "threads/mmu.h"
#include <debug.h>
#include <string.h>
#include "threads/boot.h"
#include "threads/interrupt.h"
#include "threads/palloc.h"
#include "stackmark.h"

#define PDE_NEXT 1022
#define PDE_PREV 1023

#define SLOT_SIZE (2 * KSTACK_SIZE)
#define SLOTS ((STACK_AREA_END - STACK_AREA) / SLOT_SIZE)
#define SLOT_NONE SLOTS
#define SLOT_SHIFT 1 /* A link must leave the present bit clear. */

#define CPUID_PGE (1 << 13)
#define CR4_PGE 0x80

/* Slots below slot_limit have been used; of them those in the list are free now. */
static unsigned slot_limit, slot_free = SLOT_NONE;
static uintptr_t device_next = DEVICE_AREA;

static uint32_t read_cr3(void)
{
    uint32_t cr3;
    __asm__ volatile("movl %%cr3, %0" : "=r"(cr3));
    return cr3;
}

static void write_cr3(uint32_t cr3)
{
    __asm__ volatile("movl %0, %%cr3" : : "r"(cr3) : "memory");
}

static bool cpu_has_pge(void)
{
    uint32_t eax = 1, ebx, ecx, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx));
    return edx & CPUID_PGE;
}

static void enable_global_pages(void)
{
    uint32_t cr4;
    __asm__ volatile("movl %%cr4, %0" : "=r"(cr4));
    __asm__ volatile("movl %0, %%cr4" : : "r"(cr4 | CR4_PGE));
}

void mmu_init(void)
{
    kernel_pagedir[0] = 0;
    for (uint32_t paddr = 0; paddr < RAM_MAX; paddr += PDE_SPAN) {
        uint32_t *pde = &kernel_pagedir[PDE_KERNEL + paddr / PDE_SPAN];
        *pde = paddr < boot_map_end ? paddr | PTE_P | PTE_W | PTE_G | PDE_PS : 0;
    }
    kernel_pagedir[PDE_NEXT] = kernel_pagedir[PDE_PREV] = vtop(kernel_pagedir);
    write_cr3(vtop(kernel_pagedir));
    if (cpu_has_pge())
        enable_global_pages();
}

/* ---- Page directories -------------------------------------------------------------------- */

static uint32_t *ring_next(const uint32_t *pd)
{
    return pte_page(pd[PDE_NEXT]);
}

static uint32_t *ring_prev(const uint32_t *pd)
{
    return pte_page(pd[PDE_PREV]);
}

/* Copies the kernel half and joins the ring in one go: no new kernel page table is missed. */
static void pagedir_enter(uint32_t *pd)
{
    enum intr_level old = intr_disable();
    memcpy(pd + PDE_KERNEL, kernel_pagedir + PDE_KERNEL, (PDE_NEXT - PDE_KERNEL) * sizeof *pd);
    pd[PDE_NEXT] = kernel_pagedir[PDE_NEXT];
    pd[PDE_PREV] = vtop(kernel_pagedir);
    ring_next(pd)[PDE_PREV] = vtop(pd);
    kernel_pagedir[PDE_NEXT] = vtop(pd);
    intr_set_level(old);
}

uint32_t *mmu_pagedir_create(void)
{
    uint32_t *pd = palloc_get_tagged(PAGE_TABLE, 0);
    if (pd == NULL)
        return NULL;
    memset(pd, 0, PDE_KERNEL * sizeof *pd);
    pagedir_enter(pd);
    return pd;
}

void mmu_pagedir_destroy(uint32_t *pd)
{
    ASSERT(pd != kernel_pagedir);
    enum intr_level old = intr_disable();
    if (mmu_pagedir_active() == pd)
        mmu_pagedir_activate(NULL);
    ring_next(pd)[PDE_PREV] = pd[PDE_PREV];
    ring_prev(pd)[PDE_NEXT] = pd[PDE_NEXT];
    intr_set_level(old);
    palloc_free_page(pd);
}

void mmu_pagedir_activate(uint32_t *pd)
{
    write_cr3(vtop(pd != NULL ? pd : kernel_pagedir));
}

uint32_t *mmu_pagedir_active(void)
{
    return pte_page(read_cr3());
}

/* ---- Kernel page tables ------------------------------------------------------------------ */

/* The table entry of VA, which must be in an area with 4 kB pages, or NULL if there is no table. */
static uint32_t *kernel_pte(const void *va)
{
    uint32_t pde = kernel_pagedir[pd_no(va)];
    return pde & PTE_P ? (uint32_t *)pte_page(pde) + pt_no(va) : NULL;
}

/* Enters TABLE for VA into every directory, unless someone was faster. */
static bool table_enter(const void *va, uint32_t *table)
{
    enum intr_level old = intr_disable();
    bool missing = !(kernel_pagedir[pd_no(va)] & PTE_P);
    if (missing) {
        uint32_t *pd = kernel_pagedir;
        do {
            pd[pd_no(va)] = vtop(table) | PTE_P | PTE_W;
            pd = ring_next(pd);
        } while (pd != kernel_pagedir);
    }
    intr_set_level(old);
    return missing;
}

/* kernel_pte(), making the table if need be; NULL without memory. */
static uint32_t *kernel_pte_make(const void *va)
{
    if (kernel_pte(va) == NULL) {
        uint32_t *table = palloc_get_tagged(PAGE_TABLE, PAL_ZERO);
        if (table == NULL)
            return NULL;
        if (!table_enter(va, table))
            palloc_free_page(table);
    }
    return kernel_pte(va);
}

bool mmu_is_mapped(const void *va)
{
    uint32_t pde = kernel_pagedir[pd_no(va)];
    if (!(pde & PTE_P) || pde & PDE_PS)
        return pde & PTE_P;
    return *kernel_pte(va) & PTE_P;
}

/* ---- Kernel stacks ----------------------------------------------------------------------- */

static char *slot_base(unsigned slot)
{
    return (char *)STACK_AREA + slot * SLOT_SIZE;
}

/* Takes a slot that has a page table, or SLOT_NONE. */
static unsigned slot_take(void)
{
    enum intr_level old = intr_disable();
    unsigned slot = slot_free;
    if (slot != SLOT_NONE) {
        uint32_t *link = kernel_pte(slot_base(slot));
        slot_free = *link >> SLOT_SHIFT;
        *link = 0;
    } else if (slot_limit < SLOTS && kernel_pte(slot_base(slot_limit)) != NULL) {
        slot = slot_limit++;
    }
    intr_set_level(old);
    return slot;
}

static void slot_give_back(unsigned slot)
{
    enum intr_level old = intr_disable();
    *kernel_pte(slot_base(slot)) = slot_free << SLOT_SHIFT;
    slot_free = slot;
    intr_set_level(old);
}

static void map_page(uint32_t *pte, void *page)
{
    *pte = vtop(page) | PTE_P | PTE_W | PTE_G;
}

/* Finds two frames and maps them at PTE and PTE + 1. */
static bool stack_map(uint32_t *pte)
{
    void *low = palloc_get_page(0);
    void *high = palloc_get_page(0);
    if (low == NULL || high == NULL) {
        if (low != NULL)
            palloc_free_page(low);
        if (high != NULL)
            palloc_free_page(high);
        return false;
    }
    map_page(pte, low);
    map_page(pte + 1, high);
    return true;
}

_Static_assert(KSTACK_SIZE == 2 * PGSIZE, "stack_map() and mmu_stack_free() deal in two pages");

void *mmu_stack_alloc(void)
{
    unsigned slot;
    while ((slot = slot_take()) == SLOT_NONE) {
        if (slot_limit == SLOTS || kernel_pte_make(slot_base(slot_limit)) == NULL)
            return NULL;
    }
    char *stack = slot_base(slot) + SLOT_SIZE - KSTACK_SIZE;
    if (!stack_map(kernel_pte(stack))) {
        slot_give_back(slot);
        return NULL;
    }
    return stack;
}

void mmu_stack_free(void *stack)
{
    ASSERT((uintptr_t)stack % SLOT_SIZE == SLOT_SIZE - KSTACK_SIZE);
    uint32_t *pte = kernel_pte(stack);
    stackmark_note(stack);
    for (size_t i = 0; i < KSTACK_SIZE / PGSIZE; i++) {
        ASSERT(pte[i] & PTE_P);
        void *page = pte_page(pte[i]);
        pte[i] = 0;
        mmu_invalidate((char *)stack + i * PGSIZE);
        palloc_free_page(page);
    }
    slot_give_back(((uintptr_t)stack - STACK_AREA) / SLOT_SIZE);
}

bool mmu_is_stack_guard(const void *va)
{
    uintptr_t addr = (uintptr_t)va;
    return addr >= STACK_AREA && addr < STACK_AREA_END &&
           addr % SLOT_SIZE < SLOT_SIZE - KSTACK_SIZE;
}

/* ---- Device memory ----------------------------------------------------------------------- */

void *mmu_map_device(uint32_t paddr, size_t len)
{
    uint32_t first = paddr & ~PGMASK;
    size_t size = (size_t)pg_round_up((void *)(paddr - first + len));
    if (size > DEVICE_AREA_END - device_next)
        return NULL;

    char *va = (char *)device_next;
    for (size_t ofs = 0; ofs < size; ofs += PGSIZE) {
        uint32_t *pte = kernel_pte_make(va + ofs);
        if (pte == NULL)
            return NULL;
        *pte = (first + ofs) | PTE_P | PTE_W | PTE_PCD | PTE_PWT | PTE_G;
    }
    device_next += size;
    return va + (paddr - first);
}
