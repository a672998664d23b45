/* SPDX-License-Identifier: MIT
 * Page tables treated in all the ways that a cache of them must follow.
 *
 * @sources: virt/guest/tables-shape.c virt/guest/tables-tlb.c virt/guest/tables-write.c
 *
 * Each case runs in both formats.  Where the manual lets a processor use what it remembers, either
 * answer is right; everything else is checked.
 *
 * Parameters: case=NAME (all); rounds=N (1).
 */
#include "virt/guest/tables.h"
#include <stdarg.h>
#include <string.h>

const char guest_name[] = "tables";

uint32_t pages[PAGES];
struct space space;
static const char *current; /* The case. */

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"recycle", case_recycle},
    {"two-roots", case_two_roots},
    {"two-rights", case_two_rights},
    {"self-map", case_self_map},
    {"root-reused", case_root_reused},
    {"directory-pointers", case_directory_pointers},
    {"split-merge", case_split_merge},
    {"many-aliases", case_many_aliases},
    {"stack-in-table", case_stack_in_table},
    {"invlpg", case_invlpg},
    {"stale", case_stale},
    {"global", case_global},
    {"bits-come-back", case_bits_come_back},
    {"bits-large", case_bits_large},
    {"ways-table", case_ways_table},
    {"ways-directory", case_ways_directory},
    {"rep-table", case_rep_table},
    {"straddle", case_straddle},
};

void check(bool cond, const char *format, ...)
{
    if (cond)
        return;
    va_list args;
    va_start(args, format);
    printf("%s, %s: ", space.pae ? "pae" : "2-level", current);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    guest_fail("%s", current);
}

static uint32_t result(const struct probe *p, uint32_t value)
{
    if (p->vector == VECTOR_DONE)
        return value;
    check(p->vector == VECTOR_PAGE_FAULT, "vector %u", p->vector);
    return FAULT + p->error;
}

uint32_t try_read(uint32_t va)
{
    struct probe p = probe_access(PROBE_READ, false, va, 0);
    return result(&p, p.eax);
}

uint32_t try_write(uint32_t va, uint32_t value)
{
    struct probe p = probe_access(PROBE_WRITE, false, va, value);
    return result(&p, 0);
}

void check_maps(uint32_t va, uint32_t page, const char *what)
{
    uint32_t want = page == 0 ? FAULT : page;
    uint32_t seen = try_read(va);
    check(seen == want, "%s: %#x reads %#x, not %#x", what, va, seen, want);
}

uint64_t get(uint32_t va, unsigned level)
{
    return entry_get(&space, space_entry(&space, va, level));
}

void set(uint32_t va, unsigned level, uint64_t entry)
{
    entry_set(&space, space_entry(&space, va, level), entry);
}

void set_now(uint32_t va, unsigned level, uint64_t entry)
{
    set(va, level, entry);
    invlpg(va);
}

void drop_table(uint32_t va)
{
    uint32_t table = get(va, 2) & PTE_ADDRESS;
    set(va, 2, 0);
    flush_tlb();
    page_free(table);
}

static void run_format(bool pae, const char *only)
{
    space = space_create(pae, memory_end() < (4u << 20) ? memory_end() : 4u << 20, PTE_W | PTE_U);
    paging_on(&space);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(only, "all") != 0 && strcmp(only, cases[i].name) != 0)
            continue;
        current = cases[i].name;
        cases[i].run();
        for (unsigned p = 0; p < PAGES; p++) {
            check(*(uint32_t *)pages[p] == pages[p], "left page %u changed", p);
        }
        printf("%s, %s: ok\n", pae ? "pae" : "2-level", current);
        checkpoint(i + 1);
    }
    paging_off();
}

int guest_main(void)
{
    const char *only = param_string("case", "all");
    for (unsigned p = 0; p < PAGES; p++) {
        pages[p] = page_alloc();
        *(uint32_t *)pages[p] = pages[p];
    }
    uint32_t first = pages_mark();
    for (uint32_t rounds = param_number("rounds", 1); rounds > 0; rounds--) {
        run_format(false, only);
        pages_release(first);
        run_format(true, only);
        pages_release(first);
    }
    return 0;
}
