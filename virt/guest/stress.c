/* SPDX-License-Identifier: MIT
 * Page tables that change all the time, with every read checked.
 *
 * @sources: virt/guest/stress-model.c
 *
 * Two roots, shared by all CPUs; under each root every CPU has directory entries, tables and frames
 * of its own, so that none must tell another of a change, while all write the same directories.  In
 * each step a CPU reads, writes (values made from the address), maps, unmaps, clears accessed and
 * dirty bits, makes a table of a frame or a frame of a table, a large page, or switches roots: at
 * random, by the seed.  Its model says what each must do; a timer interrupts and looks at memory of
 * its own.
 *
 * Parameters: steps=N (20000) of each CPU and format; seed=N (1); hz=N (200), 0: no timer; rounds=N
 * (1); odd=N (0): so many of a hundred stores to tables are by instructions like no kernel's, and
 * of a hundred steps change a directory.
 */
#include "virt/guest/stress.h"

const char guest_name[] = "stress";

static struct stress states[CPUS_MAX];
static struct space roots[2][ROOTS]; /* 2-level and PAE. */
static uint32_t steps, rounds;
static uint32_t tick_page; /* The timer's own. */
static volatile uint32_t tick_value;

/* ---- Accesses ---- */

/* The error code that the model has for an access; -1: none. */
static int expected_error(struct stress *s, unsigned table, unsigned slot, bool write, bool user)
{
    const struct entry *e = stress_entry(s, table);
    const struct slot *t = stress_slot(s, table, slot);
    int tried = (write ? 2 : 0) | (user ? 4 : 0);
    if (!e->large && (t == NULL || t->frame < 0))
        return tried;
    uint32_t flags = e->large ? e->flags : e->flags & t->flags;
    if ((write && !(flags & PTE_W)) || (user && !(flags & PTE_U)))
        return tried | 1;
    return -1;
}

static void check_fault(struct stress *s, const struct probe *p, uint32_t va, int error)
{
    if (p->vector != VECTOR_PAGE_FAULT || (int)p->error != error || p->cr2 != va)
        stress_fail(s, "%#x: vector %u, error %u, cr2 %#x, not error %d", va, p->vector, p->error,
                    p->cr2, error);
    s->faults++;
}

/* Which frame an access to slot SLOT under entry TABLE is to meet; some, if none will. */
static unsigned frame_met(struct stress *s, unsigned table, unsigned slot)
{
    const struct slot *t = stress_slot(s, table, slot);
    return t == NULL || t->frame < 0 ? stress_random(s, FRAMES) : (unsigned)t->frame;
}

static void check_access(struct stress *s, unsigned table, unsigned slot, bool write)
{
    bool user = stress_random(s, 4) == 0;
    unsigned n = stress_random(s, TRACKED);
    struct frame *f = &s->frames[frame_met(s, table, slot)];
    uint32_t va = stress_address(s, table, slot) + n * 143 % (PAGE_SIZE / 4) * 4;
    if (stress_entry(s, table)->large)
        va = (va & -space_large_size(&s->spaces[0])) + f->address + (va & 0xfff);
    write &= !frame_is_table(f);
    uint32_t value = hash_word(va, s->counter++);
    int error = expected_error(s, table, slot, write, user);
    struct probe p = probe_access(write ? PROBE_WRITE : PROBE_READ, user, va, value);
    if (error >= 0) {
        check_fault(s, &p, va, error);
        return;
    }
    if (p.vector != VECTOR_DONE)
        stress_fail(s, "%s %#x: vector %u, error %u", write ? "write" : "read", va, p.vector,
                    p.error);
    if (write)
        f->words[n] = value;
    else if (!frame_is_table(f) && p.eax != f->words[n])
        stress_fail(s, "%#x reads %#x, not %#x", va, p.eax, f->words[n]);
    struct slot *t = stress_slot(s, table, slot);
    if (t != NULL) {
        t->accessed = true;
        t->dirty |= write;
    }
    s->hash = hash_word(s->hash, write ? value : frame_is_table(f) ? 0 : p.eax);
}

/* ---- Steps ---- */

static void change_slot(struct stress *s, unsigned table, unsigned slot)
{
    struct slot *t = stress_slot(s, table, slot);
    unsigned what = stress_random(s, 4);
    if (t == NULL)
        return;
    if (what == 0 && t->frame >= 0)
        slot_unmap(s, table, slot);
    else if (what == 1 && t->frame >= 0)
        slot_clear_bits(s, table, slot, stress_random(s, 2));
    else
        slot_map(s, table, slot, stress_random(s, FRAMES), stress_random(s, 4) * PTE_W);
}

static void change_table(struct stress *s, unsigned table)
{
    struct entry *e = stress_entry(s, table);
    unsigned what = stress_random(s, 8);
    if (e->frame >= 0 || e->large)
        table_drop(s, table);
    else if (what == 0)
        table_make_large(s, table);
    else if (what < 4)
        table_share(s, table);
    else
        table_add(s, table);
}

static void step(struct stress *s)
{
    unsigned table = stress_random(s, TABLES), slot = stress_random(s, SLOTS);
    unsigned what = stress_random(s, 100);
    if (stress_odd > 0 && stress_random(s, 100) < stress_odd)
        change_table(s, table);
    if (what < 40)
        check_access(s, table, slot, false);
    else if (what < 65)
        check_access(s, table, slot, true);
    else if (what < 85)
        change_slot(s, table, slot);
    else if (what < 92 && stress_slot(s, table, slot) != NULL)
        slot_check_bits(s, table, slot);
    else if (what < 96)
        change_table(s, table);
    else
        root_switch(s, s->root ^ 1);
    s->steps++;
}

static void begin(struct stress *s, bool pae)
{
    for (unsigned r = 0; r < ROOTS; r++) {
        s->spaces[r] = roots[pae][r];
        for (unsigned t = 0; t < TABLES; t++) {
            s->entries[r][t] = (struct entry){.frame = -1};
        }
    }
    for (unsigned f = 0; f < FRAMES; f++) {
        frame_fill(s, f);
    }
    s->root = 0;
}

static void run_format(struct stress *s, bool pae)
{
    begin(s, pae);
    paging_on(&s->spaces[0]);
    for (uint32_t i = 0; i < steps; i++) {
        step(s);
    }
    for (unsigned n = 0; n < ROOTS * TABLES; n++) {
        root_switch(s, n / TABLES);
        const struct entry *e = stress_entry(s, n % TABLES);
        if (e->frame >= 0 || e->large)
            table_drop(s, n % TABLES);
    }
    paging_off();
    for (unsigned f = 0; f < FRAMES; f++) {
        frame_check(s, f);
    }
}

static void run_cpu(unsigned cpu)
{
    for (uint32_t i = 0; i < rounds; i++) {
        run_format(&states[cpu], false);
        run_format(&states[cpu], true);
        if (cpu == 0)
            checkpoint(i);
    }
}

/* ---- The whole ---- */

/* The timer's own page holds what it was last given. */
static void tick(struct trap_frame *frame)
{
    volatile uint32_t *word = (volatile uint32_t *)tick_page + tick_value % 1024;
    if (*word != tick_value)
        guest_fail("the timer's page: %#x, not %#x", *word, tick_value);
    tick_value++;
    ((volatile uint32_t *)tick_page)[tick_value % 1024] = tick_value;
}

static void prepare(uint32_t seed)
{
    for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++) {
        struct stress *s = &states[cpu];
        s->cpu = cpu;
        s->prng = prng_seeded(seed * CPUS_MAX + cpu);
        s->hash = HASH_START;
        for (unsigned f = 0; f < FRAMES; f++) {
            s->frames[f].address = page_alloc();
        }
    }
    for (unsigned i = 0; i < 2 * ROOTS; i++) {
        roots[i / ROOTS][i % ROOTS] = space_create(i / ROOTS, 2u << 20, PTE_W | PTE_U);
    }
}

int guest_main(void)
{
    uint32_t hz = param_number("hz", 200);
    steps = param_number("steps", 20000);
    rounds = param_number("rounds", 1);
    stress_odd = param_number("odd", 0);
    tick_page = page_alloc();
    prepare(param_number("seed", 1));
    if (hz > 0) {
        timer_start(hz, tick);
        interrupts_on();
    }
    unsigned cpus = cpus_run(run_cpu);
    cpus_wait();
    interrupts_off();
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        const struct stress *s = &states[cpu];
        printf("CPU %u: %u steps, %u faults, hash %08x\n", cpu, s->steps, s->faults, s->hash);
    }
    return 0;
}
