/* SPDX-License-Identifier: MIT
 * Does what no kernel should, and may hurt only itself by it.
 *
 * @sources: virt/guest/hostile-cpu.c virt/guest/hostile-end.c
 *
 * Parameters: mode=NAME (all: those that a machine outlives, one after the other); seed=N (1);
 * count=N (300): how often what is done at random is done.
 */
#include "virt/guest/hostile.h"
#include <string.h>

const char guest_name[] = "hostile";

struct prng hostile_random;

#define WINDOW 0x40000000u

bool hostile_in_vmm(void)
{
    return machine_parameter(0, 0) != 0;
}

uint32_t hostile_try(const void *code, uint32_t eax, uint32_t ebx, uint32_t *result)
{
    struct probe p = probe_run(code, false, eax, ebx);
    if (result != NULL)
        *result = p.eax;
    return p.vector;
}

void hostile_paging(struct space *space, bool pae)
{
    *space = space_create(pae, memory_end() < (4u << 20) ? memory_end() : 4u << 20, PTE_W | PTE_U);
    paging_on(space);
}

/* ---- Tables ---- */

/* Random bits, of which most lead to some page of RAM; the rest are absent, or have reserved bits.
 */
static uint64_t random_entry(bool pae)
{
    uint64_t entry = (uint64_t)prng_next(&hostile_random) << 32 | prng_next(&hostile_random);
    uint32_t page = prng_below(&hostile_random, memory_end() / PAGE_SIZE) * PAGE_SIZE;
    if (prng_below(&hostile_random, 4) != 0)
        return page | (entry & 0xffe) | PTE_P;
    return pae && entry >> 36 ? entry : entry & ~1ull;
}

/* Pages of such entries, for tables: the processor sets accessed bits in what it takes for a table,
 * so no page of another use must be one. */
#define JUNK_PAGES 4

static uint32_t make_junk(const struct space *s)
{
    uint32_t junk = pages_alloc(JUNK_PAGES, PAGE_SIZE);
    for (uint32_t at = junk; at < junk + JUNK_PAGES * PAGE_SIZE; at += s->pae ? 8 : 4) {
        entry_set(s, at, random_entry(s->pae));
    }
    return junk;
}

/* Entries of random bits, in the table and the directory; only read through, as they may point to
 * anything that the guest has. */
static void random_entries(bool pae)
{
    struct space s;
    uint32_t mark_page = pages_mark();
    hostile_paging(&s, pae);
    uint32_t junk = make_junk(&s);
    space_table(&s, WINDOW);
    uint32_t at[] = {space_entry(&s, WINDOW, 1), space_entry(&s, WINDOW, 2)};
    uint64_t directory = entry_get(&s, at[1]);
    for (uint32_t i = 0; i < param_number("count", 300); i++) {
        uint64_t entry = random_entry(pae);
        bool upper = prng_below(&hostile_random, 4) == 0;
        if (upper)
            entry = (entry & 0xf7f) | (junk + i % JUNK_PAGES * PAGE_SIZE);
        entry_set(&s, at[upper], entry);
        flush_tlb();
        probe_access(PROBE_READ, prng_below(&hostile_random, 2), WINDOW + i % 64 * PAGE_SIZE, 0);
        entry_set(&s, at[1], directory);
        flush_tlb();
    }
    paging_off();
    pages_release(mark_page);
}

static void hostile_entries(void)
{
    random_entries(false);
    random_entries(true);
}

/* Memory that is not there; reads of a PC give something, vmm ends. */
static void hostile_beyond(void)
{
    volatile uint32_t *word = (volatile uint32_t *)((memory_end() + (64u << 20)) & -PAGE_SIZE);
    *word = 1;
    (void)*word;
}

/* ---- Choice ---- */

static const struct {
    const char *name;
    hostile_mode *run;
    bool ends; /* The machine, if all is well. */
} modes[] = {
    {"entries", hostile_entries, false},
    {"ports", hostile_ports, false},
    {"msrs", hostile_msrs, false},
    {"crs", hostile_crs, false},
    {"svm", hostile_svm, false},
    {"far", hostile_far, false},
    {"code", hostile_code, false},
    {"beyond", hostile_beyond, true},
    {"triple", hostile_triple, true},
    {"loop", hostile_loop, true},
    {"halt", hostile_halt, true},
    {"leave", hostile_leave, true},
    {"gdt", hostile_gdt, true},
    {"stack", hostile_stack, true},
    {"task", hostile_task, true},
    {"root", hostile_root, true},
    {"kernel-code", hostile_shutdown_code, true},
};

int guest_main(void)
{
    const char *mode = param_string("mode", "all");
    bool all = strcmp(mode, "all") == 0, known = all;
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (all ? modes[i].ends : strcmp(mode, modes[i].name) != 0)
            continue;
        known = true;
        hostile_random = prng_seeded(param_number("seed", 1));
        printf("%s\n", modes[i].name);
        modes[i].run();
        checkpoint(i);
    }
    if (!known)
        guest_fail("no such mode");
    return 0;
}
