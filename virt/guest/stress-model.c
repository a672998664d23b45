/* SPDX-License-Identifier: MIT
 * Changes of page tables and memory, in the guest's and in the model (see stress.h).
 */
#include "virt/guest/stress.h"
#include <stdarg.h>

#define ABSENT ((struct slot){-1, 0, false, false})

void stress_fail(const struct stress *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("CPU %u, %s, root %u, step %u: ", s->cpu, s->spaces[0].pae ? "pae" : "2-level", s->root,
           s->steps);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    guest_fail("stress");
}

uint32_t stress_random(struct stress *s, uint32_t below)
{
    return prng_below(&s->prng, below);
}

uint32_t stress_address(const struct stress *s, unsigned table, unsigned slot)
{
    unsigned entries = s->spaces[0].pae ? 512 : 1024;
    return WINDOW + s->cpu * WINDOW_SIZE + table * space_large_size(&s->spaces[0]) +
           (slot * 167 + table * 31) % entries * PAGE_SIZE;
}

/* ---- Frames ---- */

static uint32_t pattern(const struct stress *s, unsigned frame, unsigned n)
{
    return hash_word(hash_word(s->frames[frame].address, n), s->cpu);
}

/* Tracked words are spread over the page. */
static unsigned tracked_index(unsigned n)
{
    return n * 143 % (PAGE_SIZE / 4);
}

void frame_fill(struct stress *s, unsigned frame)
{
    struct frame *f = &s->frames[frame];
    f->is_table = false;
    for (unsigned i = 0; i < PAGE_SIZE / 4; i++) {
        ((volatile uint32_t *)f->address)[i] = pattern(s, frame, i);
    }
    for (unsigned n = 0; n < TRACKED; n++) {
        f->words[n] = pattern(s, frame, tracked_index(n));
    }
}

void frame_check(const struct stress *s, unsigned frame)
{
    const struct frame *f = &s->frames[frame];
    unsigned next = 0;
    for (unsigned i = 0; i < PAGE_SIZE / 4; i++) {
        uint32_t want = pattern(s, frame, i);
        if (next < TRACKED && i == tracked_index(next))
            want = f->words[next++];
        uint32_t seen = ((volatile uint32_t *)f->address)[i];
        if (seen != want)
            stress_fail(s, "frame %u (%#x), word %u: %#x, not %#x", frame, f->address, i, seen,
                        want);
    }
}

/* A frame that is no table, with nothing mapped to it in the root in use, or -1. */
static int frame_for_table(struct stress *s)
{
    unsigned frame = stress_random(s, FRAMES);
    for (unsigned i = 0; i < FRAMES; i++, frame = (frame + 1) % FRAMES) {
        bool used = s->frames[frame].is_table;
        for (unsigned n = 0; n < ROOTS * TABLES * SLOTS && !used; n++) {
            const struct table *t = &s->tables[n / (TABLES * SLOTS)][n / SLOTS % TABLES];
            used = t->slots[n % SLOTS].frame == (int)frame;
        }
        if (!used)
            return frame;
    }
    return -1;
}

/* ---- Entries ---- */

static struct space *space_now(struct stress *s)
{
    return &s->spaces[s->root];
}

void slot_map(struct stress *s, unsigned table, unsigned slot, unsigned frame, uint32_t flags)
{
    struct slot *t = &s->tables[s->root][table].slots[slot];
    uint32_t va = stress_address(s, table, slot);
    bool was_absent = t->frame < 0;
    entry_set(space_now(s), space_entry(space_now(s), va, 1),
              s->frames[frame].address | flags | PTE_P);
    if (!was_absent) /* From absent to present nothing can be remembered. */
        invlpg(va);
    *t = (struct slot){frame, flags, false, false};
}

void slot_unmap(struct stress *s, unsigned table, unsigned slot)
{
    uint32_t va = stress_address(s, table, slot);
    entry_set(space_now(s), space_entry(space_now(s), va, 1), 0);
    invlpg(va);
    s->tables[s->root][table].slots[slot] = ABSENT;
}

void slot_clear_bits(struct stress *s, unsigned table, unsigned slot, bool dirty_only)
{
    struct slot *t = &s->tables[s->root][table].slots[slot];
    uint32_t va = stress_address(s, table, slot), clear = dirty_only ? PTE_D : PTE_A | PTE_D;
    uint32_t at = space_entry(space_now(s), va, 1);
    asm volatile("lock andl %1, (%0)" : : "r"(at), "r"(~clear) : "memory", "cc");
    invlpg(va);
    t->dirty = false;
    t->accessed &= dirty_only;
}

void slot_check_bits(struct stress *s, unsigned table, unsigned slot)
{
    const struct slot *t = &s->tables[s->root][table].slots[slot];
    uint64_t entry =
        entry_get(space_now(s), space_entry(space_now(s), stress_address(s, table, slot), 1));
    uint64_t want = t->frame < 0 ? 0
                                 : s->frames[t->frame].address | t->flags | PTE_P |
                                       (t->accessed ? PTE_A : 0) | (t->dirty ? PTE_D : 0);
    if (entry != want)
        stress_fail(s, "table %u, slot %u: entry %#llx, not %#llx", table, slot, entry, want);
}

/* ---- Tables ---- */

static void forget_table(struct table *t)
{
    *t = (struct table){.frame = -1};
    for (unsigned i = 0; i < SLOTS; i++) {
        t->slots[i] = ABSENT;
    }
}

static void set_directory(struct stress *s, unsigned table, uint64_t entry)
{
    uint32_t va = stress_address(s, table, 0);
    entry_set(space_now(s), space_entry(space_now(s), va, 2), entry);
}

void table_add(struct stress *s, unsigned table)
{
    int frame = frame_for_table(s);
    if (frame < 0)
        return;
    struct frame *f = &s->frames[frame];
    frame_check(s, frame);
    f->is_table = true;
    for (unsigned i = 0; i < PAGE_SIZE / 4; i++) {
        ((volatile uint32_t *)f->address)[i] = 0;
    }
    forget_table(&s->tables[s->root][table]);
    s->tables[s->root][table].frame = frame;
    set_directory(s, table, f->address | PTE_P | PTE_W | PTE_U);
}

void table_drop(struct stress *s, unsigned table)
{
    struct table *t = &s->tables[s->root][table];
    set_directory(s, table, 0);
    flush_tlb();
    if (!t->large)
        frame_fill(s, t->frame);
    forget_table(t);
}

void table_make_large(struct stress *s, unsigned table)
{
    forget_table(&s->tables[s->root][table]);
    s->tables[s->root][table].large = true;
    set_directory(s, table, PTE_P | PTE_W | PTE_PS);
}

void root_switch(struct stress *s, unsigned root)
{
    s->root = root;
    space_switch(&s->spaces[root]);
}
