/* SPDX-License-Identifier: MIT
 * Pages of RAM, and page tables of both formats.
 *
 * Guests run with low memory mapped one to one, so a table is read and written at its physical
 * address.  Entries are handled as 64 bits wide whatever their format.
 */
#ifndef VIRT_GUEST_PAGING_H
#define VIRT_GUEST_PAGING_H

#include <stdbool.h>
#include <stdint.h>

#define PTE_P 0x001u
#define PTE_W 0x002u
#define PTE_U 0x004u
#define PTE_A 0x020u
#define PTE_D 0x040u
#define PTE_PS 0x080u
#define PTE_G 0x100u
#define PTE_NX (1ull << 63)
#define PTE_ADDRESS 0x000ffffffffff000ull

/* A page of RAM (cleared); it is mapped one to one if paging is on.  Fails the guest when there is
 * none.  The same sequence of calls gives the same addresses on every machine. */
uint32_t page_alloc(void);
void page_free(uint32_t page);
/* COUNT pages in a row, at a multiple of ALIGN bytes; never freed. */
uint32_t pages_alloc(uint32_t count, uint32_t align);

/* Gives back at once all pages that were allocated since pages_mark() gave MARK. */
uint32_t pages_mark(void);
void pages_release(uint32_t mark);

/* An address space. */
struct space {
    uint32_t root; /* For CR3. */
    bool pae;
};

/* Bytes that an entry of level 2 maps. */
static inline uint32_t space_large_size(const struct space *s)
{
    return s->pae ? 2u << 20 : 4u << 20;
}

/* Makes one with RAM up to END mapped one to one by small pages with FLAGS (PTE_W, PTE_U). */
struct space space_create(bool pae, uint32_t end, uint32_t flags);
/* Address of the entry of LEVEL for VA (1: page table, 2: directory, 3: PAE's directory table), or
 * 0 if there is no table. */
uint32_t space_entry(const struct space *s, uint32_t va, unsigned level);
/* Maps the page at VA; makes the table, with all rights, if there is none. */
void space_map(const struct space *s, uint32_t va, uint64_t entry);
/* The table of level 1 for VA, made if there is none. */
uint32_t space_table(const struct space *s, uint32_t va);
/* Maps a large page at VA; PTE_PS is added. */
void space_map_large(const struct space *s, uint32_t va, uint64_t entry);

/* One entry at ADDRESS, in one piece (64 bits: by CMPXCHG8B). */
uint64_t entry_get(const struct space *s, uint32_t address);
void entry_set(const struct space *s, uint32_t address, uint64_t value);

/* QEMU sets bit 5 in PAE's directory pointers, where it means nothing, when it walks them itself
 * and not shadow tables.  This takes it back, so that memory is the same in every mode. */
void directories_settle(void);

/* Turns paging on with S (CR4.PAE as it says, PSE, and CR0.WP), and off. */
void paging_on(const struct space *s);
void paging_off(void);
/* Loads CR3. */
void space_switch(const struct space *s);

#endif
