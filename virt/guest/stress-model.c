/* SPDX-License-Identifier: MIT
 * Changes of page tables and memory, in the guest's and in the model (see stress.h).
 */
#include "virt/guest/stress.h"
#include <stdarg.h>

uint32_t stress_odd;

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
           (slot * 167 + 31) % entries * PAGE_SIZE;
}

struct entry *stress_entry(struct stress *s, unsigned table)
{
    return &s->entries[s->root][table];
}

struct slot *stress_slot(struct stress *s, unsigned table, unsigned slot)
{
    int frame = stress_entry(s, table)->frame;
    return frame < 0 ? NULL : &s->frames[frame].slots[slot];
}

static struct space *space_now(struct stress *s)
{
    return &s->spaces[s->root];
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

/* ---- Writing entries ---- */

/* Where TABLE (a frame) can be written: its own address or, if it is mapped writable somewhere in
 * this root, perhaps there; not through the entry that is to be written, SLOT of it. */
static uint32_t place_to_write(struct stress *s, int table, unsigned slot)
{
    unsigned first = stress_random(s, 2 * TABLES * SLOTS);
    for (unsigned n = first; n < TABLES * SLOTS; n++) {
        const struct entry *e = stress_entry(s, n / SLOTS);
        struct slot *t = stress_slot(s, n / SLOTS, n % SLOTS);
        if (t != NULL && t->frame == table && (e->flags & t->flags & PTE_W) &&
            t != &s->frames[table].slots[slot]) {
            t->accessed = t->dirty = true;
            return stress_address(s, n / SLOTS, n % SLOTS);
        }
    }
    return s->frames[table].address;
}

/* Sets the entry at AT by an instruction that a hypervisor will hardly carry out itself. */
static void write_oddly(struct stress *s, uint32_t at, uint32_t value)
{
    volatile uint32_t *entry = (volatile uint32_t *)at;
    switch (stress_random(s, 8)) {
    case 0:
        asm volatile("pushl %1; popl (%0)" : : "r"(at), "r"(value) : "memory");
        break;
    case 1: /* The stack is in the table. */
        asm volatile("pushfl; cli; movl %%esp, %%edx; leal 4(%0), %%esp; pushl %1;"
                     "movl %%edx, %%esp; popfl"
                     :
                     : "r"(at), "r"(value)
                     : "edx", "memory", "cc");
        break;
    case 2:
        asm volatile("lock xaddl %1, (%0)" : : "r"(at), "r"(value - *entry) : "memory", "cc");
        break;
    case 3:
        asm volatile("movl $0, (%0); clc; adcl %1, (%0)" : : "r"(at), "r"(value) : "memory", "cc");
        break;
    case 4:
        *entry = value << 16 | value >> 16;
        asm volatile("roll $16, (%0)" : : "r"(at) : "memory", "cc");
        break;
    case 5:
        *entry = ~value;
        asm volatile("lock notl (%0)" : : "r"(at) : "memory");
        break;
    case 6:
        *entry = value - 1;
        asm volatile("incl (%0)" : : "r"(at) : "memory", "cc");
        break;
    default:
        *entry = -value;
        asm volatile("negl (%0)" : : "r"(at) : "memory", "cc");
    }
}

/* Sets the entry at AT, of which only the low half is not 0, in one of many ways. */
static void write_entry(struct stress *s, uint32_t at, uint32_t value)
{
    uint32_t count = 1, from = (uint32_t)&value;
    if (stress_odd > 0 && stress_random(s, 100) < stress_odd) {
        write_oddly(s, at, value);
        return;
    }
    switch (stress_random(s, 7)) {
    case 0:
        asm volatile("movl $0, (%0); movl %1, (%0)" : : "r"(at), "r"(value) : "memory");
        break;
    case 1:
        asm volatile("xchgl %1, (%0)" : : "r"(at), "r"(value) : "memory");
        break;
    case 2:
        asm volatile("andl $0, (%0); lock orl %1, (%0)" : : "r"(at), "r"(value) : "memory", "cc");
        break;
    case 3:
        asm volatile("rep stosl" : "+D"(at), "+c"(count) : "a"(value) : "memory");
        break;
    case 4:
        asm volatile("rep movsl" : "+D"(at), "+S"(from), "+c"(count) : : "memory");
        break;
    case 5:
        asm volatile("pushl %1; popl (%0)" : : "r"(at), "r"(value) : "memory");
        break;
    default:
        entry_set(space_now(s), at, value);
    }
}

/* The entry of the table (a frame) for slot SLOT, at the place where it is to be written. */
static uint32_t slot_place(struct stress *s, int table, unsigned slot)
{
    uint32_t index = stress_address(s, 0, slot) / PAGE_SIZE % (s->spaces[0].pae ? 512 : 1024);
    return place_to_write(s, table, slot) + index * (s->spaces[0].pae ? 8 : 4);
}

/* Makes this CPU forget slot SLOT of the table, wherever in this root it can be reached. */
static void forget(struct stress *s, int table, unsigned slot)
{
    for (unsigned t = 0; t < TABLES; t++) {
        if (stress_entry(s, t)->frame == table)
            invlpg(stress_address(s, t, slot));
    }
}

void slot_map(struct stress *s, unsigned table, unsigned slot, unsigned frame, uint32_t flags)
{
    int in = stress_entry(s, table)->frame;
    struct slot *t = &s->frames[in].slots[slot];
    bool was_absent = t->frame < 0;
    write_entry(s, slot_place(s, in, slot), s->frames[frame].address | flags | PTE_P);
    if (!was_absent) /* From absent to present nothing can be remembered. */
        forget(s, in, slot);
    *t = (struct slot){frame, flags, false, false};
}

void slot_unmap(struct stress *s, unsigned table, unsigned slot)
{
    int in = stress_entry(s, table)->frame;
    write_entry(s, slot_place(s, in, slot), 0);
    forget(s, in, slot);
    s->frames[in].slots[slot] = ABSENT;
}

void slot_clear_bits(struct stress *s, unsigned table, unsigned slot, bool dirty_only)
{
    int in = stress_entry(s, table)->frame;
    struct slot *t = &s->frames[in].slots[slot];
    uint32_t clear = dirty_only ? PTE_D : PTE_A | PTE_D, at = slot_place(s, in, slot);
    asm volatile("lock andl %1, (%0)" : : "r"(at), "r"(~clear) : "memory", "cc");
    forget(s, in, slot);
    t->dirty = false;
    t->accessed &= dirty_only;
}

void slot_check_bits(struct stress *s, unsigned table, unsigned slot)
{
    const struct slot *t = stress_slot(s, table, slot);
    uint64_t entry =
        entry_get(space_now(s), space_entry(space_now(s), stress_address(s, table, slot), 1));
    uint64_t want = t->frame < 0 ? 0
                                 : s->frames[t->frame].address | t->flags | PTE_P |
                                       (t->accessed ? PTE_A : 0) | (t->dirty ? PTE_D : 0);
    if (entry != want)
        stress_fail(s, "table %u, slot %u: entry %#llx, not %#llx", table, slot, entry, want);
}

/* ---- Tables ---- */

static void set_directory(struct stress *s, unsigned table, struct entry e, uint32_t address)
{
    uint32_t at = space_entry(space_now(s), stress_address(s, table, 0), 2);
    bool present = e.frame >= 0 || e.large;
    write_entry(s, at, present ? address | e.flags | PTE_P | (e.large ? PTE_PS : 0) : 0);
    *stress_entry(s, table) = e;
}

/* A frame that is no table yet; data may be mapped to it, and stays so. */
static int frame_for_table(struct stress *s)
{
    unsigned frame = stress_random(s, FRAMES);
    for (unsigned i = 0; i < FRAMES; i++, frame = (frame + 1) % FRAMES) {
        if (!frame_is_table(&s->frames[frame]))
            return frame;
    }
    return -1;
}

static uint32_t some_rights(struct stress *s)
{
    return stress_random(s, 3) == 0 ? stress_random(s, 4) * PTE_W : PTE_W | PTE_U;
}

void table_add(struct stress *s, unsigned table)
{
    int frame = frame_for_table(s);
    if (frame < 0)
        return;
    struct frame *f = &s->frames[frame];
    frame_check(s, frame);
    for (unsigned i = 0; i < PAGE_SIZE / 4; i++) {
        ((volatile uint32_t *)f->address)[i] = 0;
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        f->slots[i] = ABSENT;
    }
    f->entries = 1;
    set_directory(s, table, (struct entry){frame, false, some_rights(s)}, f->address);
}

void table_share(struct stress *s, unsigned table)
{
    const struct entry *other = &s->entries[stress_random(s, ROOTS)][stress_random(s, TABLES)];
    if (other->frame < 0)
        return;
    s->frames[other->frame].entries++;
    set_directory(s, table, (struct entry){other->frame, false, some_rights(s)},
                  s->frames[other->frame].address);
}

void table_make_large(struct stress *s, unsigned table)
{
    set_directory(s, table, (struct entry){-1, true, PTE_W}, 0);
}

void table_drop(struct stress *s, unsigned table)
{
    struct entry e = *stress_entry(s, table);
    set_directory(s, table, (struct entry){.frame = -1}, 0);
    flush_tlb();
    if (!e.large && --s->frames[e.frame].entries == 0)
        frame_fill(s, e.frame);
}

void root_switch(struct stress *s, unsigned root)
{
    s->root = root;
    space_switch(&s->spaces[root]);
}
