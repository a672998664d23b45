/* SPDX-License-Identifier: MIT
 * Pages of RAM, and page tables of both formats (see paging.h).
 */
#include "virt/guest/paging.h"
#include <string.h>
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"

extern char _end[];
static uint32_t next_page;
static uint32_t free_pages; /* Each holds the address of the next one. */

/* ---- PAE's tables of directories ---- */

#define DIRECTORIES_MAX 32
static uint32_t directories[DIRECTORIES_MAX];

static void directory_note(uint32_t root)
{
    for (unsigned i = 0; i < DIRECTORIES_MAX; i++) {
        if (directories[i] == 0) {
            directories[i] = root;
            return;
        }
    }
}

void directories_settle(void)
{
    for (unsigned i = 0; i < DIRECTORIES_MAX; i++)
        for (unsigned entry = 0; entry < 4 && directories[i] != 0; entry++)
            ((volatile uint64_t *)directories[i])[entry] &= ~(uint64_t)PTE_A;
}

/* ---- Pages ---- */

uint32_t pages_alloc(uint32_t count, uint32_t align)
{
    if (next_page == 0)
        next_page = ((uint32_t)_end + PAGE_SIZE - 1) & -PAGE_SIZE;
    uint32_t first = (next_page + align - 1) & -align;
    if (first > memory_end() || (memory_end() - first) / PAGE_SIZE < count)
        guest_fail("%u KB of RAM are not enough", memory_end() / 1024);
    next_page = first + count * PAGE_SIZE;
    memset((void *)first, 0, count * PAGE_SIZE);
    return first;
}

uint32_t page_alloc(void)
{
    if (free_pages == 0)
        return pages_alloc(1, PAGE_SIZE);
    uint32_t page = free_pages;
    free_pages = *(uint32_t *)page;
    memset((void *)page, 0, PAGE_SIZE);
    return page;
}

void page_free(uint32_t page)
{
    directories_settle();
    for (unsigned i = 0; i < DIRECTORIES_MAX; i++)
        if (directories[i] == page)
            directories[i] = 0;
    *(uint32_t *)page = free_pages;
    free_pages = page;
}

uint32_t pages_mark(void)
{
    return pages_alloc(0, PAGE_SIZE);
}

void pages_release(uint32_t mark)
{
    directories_settle();
    for (unsigned i = 0; i < DIRECTORIES_MAX; i++)
        if (directories[i] >= mark)
            directories[i] = 0;
    next_page = mark;
    free_pages = 0;
}

/* ---- Entries ---- */

uint64_t entry_get(const struct space *s, uint32_t address)
{
    if (!s->pae)
        return *(volatile uint32_t *)address;
    volatile uint32_t *half = (volatile uint32_t *)address;
    return half[0] | (uint64_t)half[1] << 32;
}

void entry_set(const struct space *s, uint32_t address, uint64_t value)
{
    if (!s->pae) {
        *(volatile uint32_t *)address = value;
        return;
    }
    volatile uint64_t *entry = (volatile uint64_t *)address;
    uint64_t old = *entry;
    while (!compare_exchange_64(entry, &old, value)) {
    }
}

static unsigned entry_index(const struct space *s, uint32_t va, unsigned level)
{
    if (!s->pae)
        return level == 2 ? va >> 22 : va >> 12 & 0x3ff;
    return level == 3 ? va >> 30 : level == 2 ? va >> 21 & 0x1ff : va >> 12 & 0x1ff;
}

uint32_t space_entry(const struct space *s, uint32_t va, unsigned level)
{
    unsigned size = s->pae ? 8 : 4;
    uint32_t table = s->root;
    for (unsigned at = s->pae ? 3 : 2;; at--) {
        uint32_t address = table + entry_index(s, va, at) * size;
        if (at == level)
            return address;
        uint64_t entry = entry_get(s, address);
        if (!(entry & PTE_P) || (entry & PTE_PS))
            return 0;
        table = entry & PTE_ADDRESS;
    }
}

/* ---- Spaces ---- */

static uint32_t new_root(bool pae)
{
    uint32_t root = page_alloc();
    for (unsigned i = 0; pae && i < 4; i++) {
        ((uint64_t *)root)[i] = page_alloc() | PTE_P;
    }
    if (pae)
        directory_note(root);
    return root;
}

struct space space_create(bool pae, uint32_t end, uint32_t flags)
{
    struct space s = {new_root(pae), pae};
    for (uint32_t page = 0; page < end; page += PAGE_SIZE) {
        space_map(&s, page, page | flags | PTE_P);
    }
    return s;
}

uint32_t space_table(const struct space *s, uint32_t va)
{
    uint32_t address = space_entry(s, va, 2);
    if (!(entry_get(s, address) & PTE_P))
        entry_set(s, address, page_alloc() | PTE_P | PTE_W | PTE_U);
    return entry_get(s, address) & PTE_ADDRESS;
}

void space_map(const struct space *s, uint32_t va, uint64_t entry)
{
    space_table(s, va);
    entry_set(s, space_entry(s, va, 1), entry);
}

void space_map_large(const struct space *s, uint32_t va, uint64_t entry)
{
    entry_set(s, space_entry(s, va, 2), entry | PTE_PS);
}

void paging_on(const struct space *s)
{
    write_cr4((read_cr4() & ~CR4_PAE) | CR4_PSE | (s->pae ? CR4_PAE : 0));
    write_cr3(s->root);
    write_cr0(read_cr0() | CR0_PG | CR0_WP);
}

void paging_off(void)
{
    write_cr0(read_cr0() & ~CR0_PG);
}

void space_switch(const struct space *s)
{
    write_cr3(s->root);
}
