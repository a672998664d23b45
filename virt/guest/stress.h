/* SPDX-License-Identifier: MIT
 * The model that stress keeps of its page tables and memory: all of one CPU's.
 */
#ifndef VIRT_GUEST_STRESS_H
#define VIRT_GUEST_STRESS_H

#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

#define ROOTS 2
#define TABLES 4 /* Directory entries of each CPU, in each root. */
#define SLOTS 6  /* Entries used of each table. */
#define FRAMES 24
#define TRACKED 8 /* Words of a frame that are written. */
#define WINDOW 0x40000000u
#define WINDOW_SIZE 0x04000000u /* Of each CPU. */

/* What one entry of a table is. */
struct slot {
    int frame; /* -1: absent. */
    uint32_t flags;
    bool accessed, dirty; /* The bits must be so. */
};

/* What one directory entry is.  Several, in one root or both, may lead to one table, each with
 * rights of its own. */
struct entry {
    int frame;  /* The table; -1: absent, if not large. */
    bool large; /* It maps low memory: no table. */
    uint32_t flags;
};

/* A page: data, or a table while entries lead to it; as which it may be mapped as well, also
 * writable. */
struct frame {
    uint32_t address;
    unsigned entries;         /* That lead to it. */
    struct slot slots[SLOTS]; /* As a table. */
    uint32_t words[TRACKED];  /* As data: what they hold. */
};

struct stress {
    unsigned cpu;
    struct prng prng;
    struct space spaces[ROOTS];
    unsigned root; /* In use. */
    struct entry entries[ROOTS][TABLES];
    struct frame frames[FRAMES];
    uint32_t counter; /* Makes written values differ. */
    uint32_t steps, faults, hash;
};

/* Of a hundred stores to tables, how many are by instructions like no kernel's. */
extern uint32_t stress_odd;

/* stress-model.c: changes that a kernel would make, each with the model's, by any instruction and
 * through any mapping of a table.  All end the guest when something is not as it should be.  TABLE
 * is an index into the entries of the root in use; there is a table where slots are named. */
void stress_fail(const struct stress *s, const char *format, ...) PRINTF_FORMAT(2, 3) NO_RETURN;
uint32_t stress_random(struct stress *s, uint32_t below);
/* Where slot SLOT under entry TABLE is, in either root. */
uint32_t stress_address(const struct stress *s, unsigned table, unsigned slot);
struct entry *stress_entry(struct stress *s, unsigned table);
/* NULL: no table. */
struct slot *stress_slot(struct stress *s, unsigned table, unsigned slot);
static inline bool frame_is_table(const struct frame *f)
{
    return f->entries > 0;
}
/* Fills FRAME anew; checks all of it. */
void frame_fill(struct stress *s, unsigned frame);
void frame_check(const struct stress *s, unsigned frame);
void slot_map(struct stress *s, unsigned table, unsigned slot, unsigned frame, uint32_t flags);
void slot_unmap(struct stress *s, unsigned table, unsigned slot);
void slot_clear_bits(struct stress *s, unsigned table, unsigned slot, bool dirty_only);
void slot_check_bits(struct stress *s, unsigned table, unsigned slot);
/* Of an absent entry: a table made of some frame; one that another entry leads to; a large page. */
void table_add(struct stress *s, unsigned table);
void table_share(struct stress *s, unsigned table);
void table_make_large(struct stress *s, unsigned table);
void table_drop(struct stress *s, unsigned table);
void root_switch(struct stress *s, unsigned root);

#endif
