/* SPDX-License-Identifier: MIT
 * Cases of the guest tables: what a page is used as changes, and tables are reached in several
 * ways.
 */
#include "virt/guest/tables.h"
#include <string.h>

/* A table becomes data and a table again, at the same address. */
void case_recycle(void)
{
    space_map(&space, WINDOW, pages[0] | ALL_RIGHTS);
    uint32_t table = get(WINDOW, 2) & PTE_ADDRESS;
    for (unsigned round = 0; round < 20; round++) {
        unsigned now = round % PAGES;
        check_maps(WINDOW, pages[now], "the table");
        set(WINDOW, 2, 0);
        flush_tlb();
        check_maps(WINDOW, 0, "without the table");
        for (uint32_t at = 0; at < PAGE_SIZE; at += 4) {
            *(volatile uint32_t *)(table + at) = at ^ round;
        }
        for (uint32_t at = 0; at < PAGE_SIZE; at += 4) {
            uint32_t seen = *(volatile uint32_t *)(table + at);
            check(seen == (at ^ round), "as data: %#x at %#x", seen, at);
        }
        memset((void *)table, 0, PAGE_SIZE);
        set(WINDOW, 2, table | ALL_RIGHTS);
        set(WINDOW, 1, pages[(round + 1) % PAGES] | ALL_RIGHTS);
    }
    drop_table(WINDOW);
}

/* One table under two roots: what one changes, the other sees; and each has rights of its own. */
void case_two_roots(void)
{
    struct space other = space_create(space.pae, 2u << 20, PTE_W | PTE_U), first = space;
    uint32_t table = space_table(&space, WINDOW);
    entry_set(&other, space_entry(&other, WINDOW_2, 2), table | PTE_P);
    for (unsigned i = 0; i < 20; i++) {
        uint32_t page = pages[i % PAGES];
        set_now(WINDOW, 1, page | ALL_RIGHTS);
        check_maps(WINDOW, page, "first root");
        check(try_write(WINDOW, page) == 0, "first root: write");
        space = other;
        space_switch(&space);
        check_maps(WINDOW_2, page, "second root");
        check(try_write(WINDOW_2, 0) == FAULT + 3, "second root: write");
        check_maps(WINDOW, 0, "the first's address in the second");
        set_now(WINDOW_2, 1, pages[(i + 3) % PAGES] | ALL_RIGHTS);
        check_maps(WINDOW_2, pages[(i + 3) % PAGES], "changed by the second");
        space = first;
        space_switch(&space);
        check_maps(WINDOW, pages[(i + 3) % PAGES], "changed by the other");
    }
    drop_table(WINDOW);
}

/* One table at two places of one directory, with all rights and with none but to read. */
void case_two_rights(void)
{
    uint32_t table = space_table(&space, WINDOW);
    set(WINDOW, 1, pages[0] | ALL_RIGHTS);
    set(WINDOW_2, 2, table | PTE_P);
    for (unsigned i = 0; i < 4; i++) {
        check(try_write(WINDOW, pages[0]) == 0, "write where it is allowed");
        check(try_write(WINDOW_2, 0) == FAULT + 3, "write where it is not");
        struct probe p = probe_access(PROBE_READ, true, WINDOW_2, 0);
        check(p.vector == VECTOR_PAGE_FAULT && p.error == 5, "user where it is not allowed");
        p = probe_access(PROBE_READ, true, WINDOW, 0);
        check(p.vector == VECTOR_DONE && p.eax == pages[0], "user where it is allowed");
        set_now(WINDOW, 1, pages[0] | PTE_P);
        check(try_write(WINDOW, 0) == FAULT + 3, "write to read-only");
        set_now(WINDOW, 1, pages[0] | ALL_RIGHTS);
        check_maps(WINDOW_2, pages[0], "the other place");
    }
    set(WINDOW_2, 2, 0);
    drop_table(WINDOW);
}

/* The directory is a table of its own: entries are set through the last part of the address space.
 */
void case_self_map(void)
{
    unsigned size = space.pae ? 8 : 4, directories = space.pae ? 4 : 1;
    uint32_t base = space.pae ? 0xff800000u : 0xffc00000u;
    uint32_t saved[4];
    for (unsigned i = 0; i < directories; i++) {
        uint32_t va = base + i * space_large_size(&space);
        saved[i] = get(va, 2);
        uint32_t part =
            space.pae ? entry_get(&space, space.root + i * 8) & PTE_ADDRESS : space.root;
        set(va, 2, part | PTE_P | PTE_W);
    }
    uint32_t table = page_alloc();
    uint32_t table_entry = base + (WINDOW >> 12) * size;
    uint32_t directory_entry = base + (table_entry >> 12) * size;
    for (unsigned i = 0; i < 10; i++) {
        entry_set(&space, directory_entry, table | ALL_RIGHTS);
        check(get(WINDOW, 2) == (table | ALL_RIGHTS), "the directory's entry");
        entry_set(&space, table_entry, pages[i % PAGES] | ALL_RIGHTS);
        check_maps(WINDOW, pages[i % PAGES], "mapped through itself");
        entry_set(&space, table_entry, pages[(i + 1) % PAGES] | ALL_RIGHTS);
        invlpg(WINDOW);
        check_maps(WINDOW, pages[(i + 1) % PAGES], "changed through itself");
        uint64_t seen = entry_get(&space, table_entry);
        check((seen & ~0ull) == (pages[(i + 1) % PAGES] | ALL_RIGHTS | PTE_A), "entry %#llx", seen);
        entry_set(&space, directory_entry, 0);
        flush_tlb();
        check_maps(WINDOW, 0, "unmapped through itself");
        check(try_read(table_entry) == FAULT, "the table's own place");
    }
    for (unsigned i = 0; i < directories; i++) {
        set(base + i * space_large_size(&space), 2, saved[i]);
    }
    flush_tlb();
    page_free(table);
}

/* A root is freed, written as data, and made anew at the same address with other tables. */
void case_root_reused(void)
{
    struct space first = space;
    struct space other = space_create(space.pae, 2u << 20, PTE_W | PTE_U);
    uint32_t copy = page_alloc(), tables[2] = {page_alloc(), page_alloc()};
    uint32_t part = space.pae ? entry_get(&other, other.root + 8) & PTE_ADDRESS : other.root;
    for (unsigned i = 0; i < 20; i++) {
        uint32_t table = tables[i % 2];
        space = other;
        memset((void *)table, 0, PAGE_SIZE);
        set(WINDOW, 2, table | ALL_RIGHTS);
        set(WINDOW, 1, pages[i % PAGES] | ALL_RIGHTS);
        space_switch(&space);
        check_maps(WINDOW, pages[i % PAGES], "the new root");
        set(WINDOW, 2, 0);
        space_switch(&first);
        space = first;
        check_maps(WINDOW, 0, "the first root");
        memcpy((void *)copy, (void *)part, PAGE_SIZE);
        memset((void *)part, 0xa5 + i, PAGE_SIZE);
        memcpy((void *)part, (void *)copy, PAGE_SIZE);
    }
}

/* PAE: entries of the top table count from the next CR3 load on.  (2-level: the same one level
 * lower.) */
void case_directory_pointers(void)
{
    unsigned level = space.pae ? 3 : 2;
    uint32_t parts[2] = {page_alloc(), page_alloc()}, tables[2] = {page_alloc(), page_alloc()};
    uint64_t old = get(WINDOW, level);
    for (unsigned i = 0; i < 2; i++) {
        entry_set(&space, parts[i], space.pae ? tables[i] | ALL_RIGHTS : pages[i] | ALL_RIGHTS);
        entry_set(&space, tables[i], pages[i] | ALL_RIGHTS);
    }
    for (unsigned i = 0; i < 10; i++) {
        set(WINDOW, level, parts[i % 2] | (space.pae ? PTE_P : ALL_RIGHTS));
        space_switch(&space);
        check_maps(WINDOW, pages[i % 2], "after the load");
    }
    set(WINDOW, level, old);
    space_switch(&space);
    check_maps(WINDOW, 0, "as before");
}

/* A large page is split into small ones, of which one is another, and made large again. */
void case_split_merge(void)
{
    uint32_t small = WINDOW + pages[1], other = WINDOW + pages[2];
    uint32_t table = page_alloc();
    unsigned count = space_large_size(&space) / PAGE_SIZE, size = space.pae ? 8 : 4;
    for (unsigned i = 0; i < 6; i++) {
        set(WINDOW, 2, ALL_RIGHTS | PTE_PS);
        flush_tlb();
        check_maps(small, pages[1], "large");
        check(try_write(small, pages[1]) == 0, "large: write");
        for (unsigned n = 0; n < count; n++) {
            entry_set(&space, table + n * size, n * PAGE_SIZE | ALL_RIGHTS);
        }
        set(WINDOW, 2, table | ALL_RIGHTS);
        set(small, 1, pages[3] | PTE_P);
        flush_tlb();
        check_maps(small, pages[3], "split: the other page");
        check_maps(other, pages[2], "split: as before");
        check(try_write(small, 0) == FAULT + 3, "split: write to read-only");
        set(WINDOW, 2, ALL_RIGHTS | PTE_PS);
        invlpg(small);
        check_maps(small, pages[1], "merged");
        check(try_write(small, pages[1]) == 0, "merged: write");
    }
    set(WINDOW, 2, 0);
    flush_tlb();
    page_free(table);
}

/* A page that is mapped writable thousands of times becomes a table, and is changed through those.
 */
void case_many_aliases(void)
{
    unsigned per_table = space.pae ? 512 : 1024, size = space.pae ? 8 : 4, aliases = 3000;
    uint32_t table = page_alloc();
    for (unsigned i = 0; i < aliases; i++) {
        space_map(&space, WINDOW_2 + i * PAGE_SIZE, table | ALL_RIGHTS);
        *(volatile uint32_t *)(WINDOW_2 + i * PAGE_SIZE + i % 1024 * 4) = i;
    }
    memset((void *)table, 0, PAGE_SIZE);
    space_table(&space, WINDOW);
    uint32_t old = get(WINDOW, 2);
    set_now(WINDOW, 2, table | ALL_RIGHTS);
    for (unsigned i = 0; i < aliases; i += 97) {
        unsigned n = i % per_table;
        uint32_t alias = WINDOW_2 + i * PAGE_SIZE + n * size, va = WINDOW + n * PAGE_SIZE;
        entry_set(&space, alias, pages[i % PAGES] | ALL_RIGHTS);
        invlpg(va);
        check_maps(va, pages[i % PAGES], "set through an alias");
        entry_set(&space, alias, 0);
        invlpg(va);
        check_maps(va, 0, "cleared through an alias");
    }
    set_now(WINDOW, 2, old);
    for (unsigned i = 0; i < aliases; i++) {
        check(*(volatile uint32_t *)(WINDOW_2 + i * PAGE_SIZE) == 0, "alias %u", i);
    }
    for (unsigned i = 0; i < aliases; i += per_table) {
        drop_table(WINDOW_2 + i * PAGE_SIZE);
    }
    drop_table(WINDOW);
    page_free(table);
}

extern const char tables_on_stack[];
asm(".text\n"
    "tables_on_stack:\n"
    "    movl %ebx, %esp\n"
    "    pushl %eax\n"
    "    call 1f\n"
    "1:  addl $4, %esp\n"
    "    popl %eax\n"
    "    incl %eax\n"
    "    pushal\n"
    "    popal\n"
    "    int $0x81\n");

/* The unused part of a table, and of the directory, is a stack. */
void case_stack_in_table(void)
{
    space_map(&space, WINDOW, pages[0] | ALL_RIGHTS);
    uint32_t table = get(WINDOW, 2) & PTE_ADDRESS;
    for (unsigned i = 0; i < 10; i++) {
        set_now(WINDOW, 1, pages[i % PAGES] | ALL_RIGHTS);
        check_maps(WINDOW, pages[i % PAGES], "before");
        struct probe p = probe_run(tables_on_stack, false, i, table + PAGE_SIZE);
        check(p.vector == VECTOR_DONE && p.eax == i + 1, "vector %u, eax %u", p.vector, p.eax);
        check_maps(WINDOW, pages[i % PAGES], "after");
        uint32_t saved[64]; /* The last entries of the directory around WINDOW. */
        uint32_t end = (space_entry(&space, WINDOW, 2) & -PAGE_SIZE) + PAGE_SIZE;
        memcpy(saved, (void *)(end - sizeof saved), sizeof saved);
        p = probe_run(tables_on_stack, false, i, end);
        check(p.vector == VECTOR_DONE && p.eax == i + 1, "vector %u, eax %u", p.vector, p.eax);
        memcpy((void *)(end - sizeof saved), saved, sizeof saved);
        flush_tlb();
        check_maps(WINDOW, pages[i % PAGES], "after the directory");
    }
    memset((void *)(table + PAGE_SIZE / 2), 0, PAGE_SIZE / 2);
    drop_table(WINDOW);
}
