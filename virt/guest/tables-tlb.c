/* SPDX-License-Identifier: MIT
 * Cases of the guest tables: what a processor may remember, and what it must not; accessed and
 * dirty bits.
 */
#include "virt/guest/tables.h"

/* Every change with INVLPG counts at once. */
void case_invlpg(void)
{
    space_table(&space, WINDOW);
    for (unsigned i = 0; i < 20; i++) {
        set_now(WINDOW, 1, pages[i % PAGES] | ALL_RIGHTS);
        check_maps(WINDOW, pages[i % PAGES], "mapped");
        check(try_write(WINDOW, pages[i % PAGES]) == 0, "write");
        set_now(WINDOW, 1, pages[(i + 1) % PAGES] | PTE_P);
        check_maps(WINDOW, pages[(i + 1) % PAGES], "another page");
        check(try_write(WINDOW, 0) == FAULT + 3, "write to read-only");
        set_now(WINDOW, 1, 0);
        check_maps(WINDOW, 0, "gone");
    }
    drop_table(WINDOW);
}

/* Reads WINDOW, which may still be OLD; after a reload it must be NEW. */
static void check_stale(uint32_t old, uint32_t new, const char *what)
{
    uint32_t seen = try_read(WINDOW);
    check(seen == (old ? old : FAULT) || seen == (new ? new : FAULT),
          "%s: %#x, neither %#x nor %#x", what, seen, old, new);
    flush_tlb();
    check_maps(WINDOW, new, what);
}

/* Changes without INVLPG: the old may still be seen, but from absent to present it may not. */
void case_stale(void)
{
    uint32_t table = space_table(&space, WINDOW);
    for (unsigned i = 0; i < 10; i++) {
        uint32_t page = pages[i % PAGES], next = pages[(i + 1) % PAGES];
        check_maps(WINDOW, 0, "absent");
        set(WINDOW, 1, page | PTE_P);
        check_maps(WINDOW, page, "absent to present");
        set(WINDOW, 1, page | ALL_RIGHTS); /* A fault is allowed once. */
        if (try_write(WINDOW, page) != 0)
            check(try_write(WINDOW, page) == 0, "read-only to writable");
        set(WINDOW, 1, next | ALL_RIGHTS);
        check_stale(page, next, "another page");
        set(WINDOW, 1, 0);
        check_stale(next, 0, "present to absent");
        set(WINDOW, 2, 0);
        flush_tlb();
        check_maps(WINDOW, 0, "no table");
        set(WINDOW, 2, table | ALL_RIGHTS);
        set(WINDOW, 1, page | PTE_P);
        check_maps(WINDOW, page, "table and page from absent to present");
        set(WINDOW, 1, 0);
        flush_tlb();
    }
    drop_table(WINDOW);
}

/* Global pages outlast a CR3 load, perhaps; not INVLPG, and not a change of CR4.PGE. */
void case_global(void)
{
    space_table(&space, WINDOW);
    write_cr4(read_cr4() | CR4_PGE);
    for (unsigned i = 0; i < 10; i++) {
        uint32_t page = pages[i % PAGES], next = pages[(i + 1) % PAGES];
        set_now(WINDOW, 1, page | ALL_RIGHTS | PTE_G);
        check_maps(WINDOW, page, "global");
        set(WINDOW, 1, next | ALL_RIGHTS | PTE_G);
        flush_tlb();
        uint32_t seen = try_read(WINDOW);
        check(seen == page || seen == next, "after CR3: %#x", seen);
        if (i % 2 == 0) {
            invlpg(WINDOW);
        } else {
            write_cr4(read_cr4() & ~CR4_PGE);
            write_cr4(read_cr4() | CR4_PGE);
        }
        check_maps(WINDOW, next, "after the flush");
        set_now(WINDOW, 1, 0);
        check_maps(WINDOW, 0, "gone");
    }
    write_cr4(read_cr4() & ~CR4_PGE);
    drop_table(WINDOW);
}

static void check_bits(uint32_t va, unsigned level, uint32_t want, const char *what)
{
    uint32_t seen = get(va, level) & (PTE_A | PTE_D);
    check(seen == want, "%s: bits %#x, not %#x, at level %u", what, seen, want, level);
}

/* Accessed and dirty bits that are cleared come back with the next access, and only then. */
void case_bits_come_back(void)
{
    space_map(&space, WINDOW, pages[0] | ALL_RIGHTS);
    space_map(&space, WINDOW + PAGE_SIZE, pages[1] | ALL_RIGHTS);
    for (unsigned i = 0; i < 10; i++) {
        set(WINDOW, 1, pages[0] | ALL_RIGHTS);
        set(WINDOW + PAGE_SIZE, 1, pages[1] | ALL_RIGHTS);
        set(WINDOW, 2, get(WINDOW, 2) & ~(uint64_t)PTE_A);
        flush_tlb();
        check_bits(WINDOW, 1, 0, "untouched");
        check_bits(WINDOW, 2, 0, "untouched");
        check_maps(WINDOW, pages[0], "read");
        check_bits(WINDOW, 1, PTE_A, "read");
        check_bits(WINDOW, 2, PTE_A, "read");
        check(try_write(WINDOW, pages[0]) == 0, "write");
        check_bits(WINDOW, 1, PTE_A | PTE_D, "written");
        check_bits(WINDOW + PAGE_SIZE, 1, 0, "the neighbour");
        set_now(WINDOW, 1, get(WINDOW, 1) & ~(uint64_t)PTE_D);
        check_maps(WINDOW, pages[0], "read again");
        check_bits(WINDOW, 1, PTE_A, "read again");
        check(try_write(WINDOW, pages[0]) == 0, "write again");
        check_bits(WINDOW, 1, PTE_A | PTE_D, "written again");
        set_now(WINDOW, 1, get(WINDOW, 1) & ~(uint64_t)(PTE_A | PTE_D));
        check(try_write(WINDOW, pages[0]) == 0, "write at once");
        check_bits(WINDOW, 1, PTE_A | PTE_D, "written at once");
    }
    drop_table(WINDOW);
}

/* The same of a large page, of which two parts are used. */
void case_bits_large(void)
{
    for (unsigned i = 0; i < 10; i++) {
        set(WINDOW, 2, ALL_RIGHTS | PTE_PS);
        flush_tlb();
        check_maps(WINDOW + pages[i % PAGES], pages[i % PAGES], "read");
        check_bits(WINDOW, 2, PTE_A, "read");
        check_maps(WINDOW + pages[0], pages[0], "read elsewhere");
        check_bits(WINDOW, 2, PTE_A, "read elsewhere");
        check(try_write(WINDOW + pages[1], pages[1]) == 0, "write");
        check_bits(WINDOW, 2, PTE_A | PTE_D, "written");
        set_now(WINDOW, 2, ALL_RIGHTS | PTE_PS | PTE_A);
        check_maps(WINDOW + pages[2], pages[2], "read after");
        check_bits(WINDOW, 2, PTE_A, "read after");
        check(try_write(WINDOW + pages[2], pages[2]) == 0, "write after");
        check_bits(WINDOW, 2, PTE_A | PTE_D, "written after");
    }
    set(WINDOW, 2, 0);
    flush_tlb();
}
