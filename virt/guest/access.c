/* SPDX-License-Identifier: MIT
 * Every kind of access through every kind of entry, against a model of the manual.
 *
 * @sources: virt/guest/access-model.c
 *
 * A page is mapped at WINDOW + its own address through one directory and one table entry, which get
 * every combination of their bits; the page is then read, written, executed, by user and
 * supervisor, with CR0.WP on and off: at once, after a read, and once more after itself.  Checked:
 * fault or not, error code, CR2, both entries and the page afterwards.  Of entries that cannot
 * matter (the table's, under an absent directory entry or a large page) two stand for all.
 *
 * Parameters: mode=2-level|pse|pae|nx (all); step=N (1): take every Nth combination of entries;
 * from=N (0).
 */
#include "virt/guest/access.h"
#include <string.h>
#include "virt/guest/cpu.h"
#include "virt/guest/paging.h"

const char guest_name[] = "access";

#define WINDOW 0x40000000u
#define WRITTEN 0x5a000000u

enum phase { FIRST, AFTER_READ, AGAIN, PHASES };
static const char *const phase_names[] = {"at once", "after a read", "again"};
static const char *const access_names[] = {"read", "write", "fetch"};

static struct space space;
static uint32_t page;                             /* What is mapped. */
static uint32_t directory_address, table_address; /* The two entries. */
static uint32_t count, faults, hash;

/* ---- One attempt ---- */

static void mismatch(const struct setting *s, const struct attempt *a, enum phase phase,
                     const uint64_t before[2], const struct outcome *want,
                     const struct outcome *seen, const char *what)
{
    const struct outcome *o[] = {want, seen};
    static const char *const names[] = {"expected", "seen"};
    printf("%s, wp %d: %s %s %s: %s\n  before: directory %#llx, table %#llx\n", s->name, s->wp,
           a->user ? "user" : "supervisor", access_names[a->access], phase_names[phase], what,
           before[0], before[1]);
    for (int i = 0; i < 2; i++) {
        printf("  %s: %s, error %#x, directory %#llx, table %#llx\n", names[i],
               o[i]->fault ? "fault" : "no fault", o[i]->error, o[i]->directory, o[i]->table);
    }
    guest_fail("after %u accesses", count);
}

static struct outcome look(const struct probe *p)
{
    return (struct outcome){p->vector == VECTOR_PAGE_FAULT, p->error,
                            entry_get(&space, directory_address), entry_get(&space, table_address)};
}

/* What is wrong with P and the page, apart from what is in an outcome; or NULL. */
static const char *find_fault(const struct attempt *a, const struct probe *p, uint32_t value)
{
    uint32_t *word = (uint32_t *)page;
    bool fault = p->vector == VECTOR_PAGE_FAULT;
    uint32_t want = !fault && a->access == PROBE_WRITE ? value : PROBE_FETCHABLE;
    if (!fault && p->vector != VECTOR_DONE)
        return "another exception";
    if (fault && p->cr2 != WINDOW + page)
        return "CR2 is wrong";
    if (!fault && a->access == PROBE_READ && p->eax != PROBE_FETCHABLE)
        return "read something else";
    if (*word != want)
        return "the page is wrong";
    *word = PROBE_FETCHABLE;
    return NULL;
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return a->fault == b->fault && a->error == b->error && a->directory == b->directory &&
           a->table == b->table;
}

static void attempt(const struct setting *s, const struct attempt *a, enum phase phase)
{
    uint64_t before[2] = {entry_get(&space, directory_address), entry_get(&space, table_address)};
    struct outcome want = model_access(s, a, before[0], before[1]);
    uint32_t value = WRITTEN + count;
    struct probe p = probe_access(a->access, a->user, WINDOW + page, value);
    struct outcome seen = look(&p);
    outcome_settle(&seen, before[0]);
    const char *wrong = find_fault(a, &p, value);
    if (wrong != NULL || !same(&want, &seen))
        mismatch(s, a, phase, before, &want, &seen, wrong != NULL ? wrong : "not as modelled");
    count++;
    faults += seen.fault;
    hash = hash_word(hash, seen.fault << 16 | seen.error);
    hash = hash_word(hash, (uint32_t)seen.directory & 0xfff);
    hash = hash_word(hash, (uint32_t)seen.table & 0xfff);
}

/* ---- All attempts on a pair of entries ---- */

static void set_entries(uint64_t directory, uint64_t table)
{
    entry_set(&space, directory_address, directory);
    entry_set(&space, table_address, table);
    /* Either makes the processor forget. */
    if (count % 2 == 0)
        flush_tlb();
    else
        invlpg(WINDOW + page);
}

static void attempt_all(const struct setting *s, uint64_t directory, uint64_t table)
{
    static const struct attempt read = {PROBE_READ, false};
    for (unsigned i = 0; i < 3 * 2 * PHASES; i++) {
        struct attempt a = {i % 3, i / 3 % 2};
        enum phase phase = i / 6;
        set_entries(directory, table);
        if (phase == AFTER_READ)
            attempt(s, &read, phase);
        else if (phase == AGAIN)
            attempt(s, &a, phase);
        attempt(s, &a, phase);
    }
}

/* ---- All pairs ---- */

/* Combination INDEX of an entry's bits, for a page at ADDRESS or (LARGE is possible) a directory's.
 */
static uint64_t entry_of(const struct setting *s, unsigned index, uint32_t address, bool directory,
                         unsigned salt)
{
    static const uint8_t pae_reserved[] = {62, 52, 51, 57};
    uint64_t entry = address | (index & 7) | (index & 0x38) << 2; /* P W U, A D PS */
    bool large = directory && model_is_large(s, entry);
    if (!s->pae && (index & 0x40))
        return entry | (large ? 1u << 21 : PTE_G);
    if (s->pae && (index & 0x40))
        entry |= PTE_NX;
    if (s->pae && (index & 0x80))
        entry |= 1ull << (large && salt % 3 == 0 ? 13 + salt % 8 : pae_reserved[salt % 4]);
    return entry;
}

static void try_setting(const struct setting *s, uint32_t table, uint32_t step, uint32_t from)
{
    unsigned entries = s->pae ? 256 : s->pse ? 128 : 64;
    uint32_t number = 0;
    for (unsigned d = 0; d < entries; d++) {
        uint64_t directory = entry_of(s, d, 0, true, d);
        bool large = model_is_large(s, directory);
        bool matters = (directory & PTE_P) && !large;
        if (!large)
            directory |= table;
        for (unsigned t = 0; t < entries; t += matters ? 1 : entries - 1) {
            if (number++ % step == from)
                attempt_all(s, directory, entry_of(s, t, page, false, d + t));
        }
    }
}

static void try_format(struct setting s, uint32_t step, uint32_t from)
{
    count = faults = 0;
    hash = HASH_START;
    space = space_create(s.pae, 2u << 20, PTE_W | PTE_U);
    uint32_t table = space_table(&space, WINDOW + page);
    directory_address = space_entry(&space, WINDOW + page, 2);
    table_address = space_entry(&space, WINDOW + page, 1);
    if (s.nxe)
        write_msr(MSR_EFER, read_msr(MSR_EFER) | EFER_NXE);
    paging_on(&space);
    if (!s.pse)
        write_cr4(read_cr4() & ~CR4_PSE);
    for (int wp = 0; wp < 2; wp++) {
        write_cr0((read_cr0() & ~CR0_WP) | (wp ? CR0_WP : 0));
        s.wp = wp;
        try_setting(&s, table, step, from);
    }
    paging_off();
    /* What the last trap left in memory may be QEMU's error code for reserved bits (see
     * attempt_compare), and checkpoints are compared: now it is that of no fault. */
    probe_access(PROBE_READ, true, table, 0);
    if (s.nxe)
        write_msr(MSR_EFER, read_msr(MSR_EFER) & ~(uint64_t)EFER_NXE);
    printf("%s: %u accesses, %u faults, hash %08x\n", s.name, count, faults, hash);
    checkpoint(count);
}

int guest_main(void)
{
    static const struct setting settings[] = {{"2-level", false, false, false, false},
                                              {"pse", false, true, false, false},
                                              {"pae", true, true, false, false},
                                              {"nx", true, true, true, false}};
    const char *mode = param_string("mode", "all");
    uint32_t step = param_number("step", 1), from = param_number("from", 0);
    page = page_alloc();
    for (unsigned i = 0; i < PAGE_SIZE / 4; i++) {
        ((uint32_t *)page)[i] = PROBE_FETCHABLE;
    }
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (strcmp(mode, "all") != 0 && strcmp(mode, settings[i].name) != 0)
            continue;
        if (settings[i].nxe && !cpu_has_nx())
            printf("%s: this CPU has none\n", settings[i].name);
        else
            try_format(settings[i], step, from);
    }
    return 0;
}
