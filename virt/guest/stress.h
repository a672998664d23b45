/* SPDX-License-Identifier: MIT
 * The model that stress keeps of its page tables and memory: all of one CPU's.
 */
#ifndef VIRT_GUEST_STRESS_H
#define VIRT_GUEST_STRESS_H

#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

#define ROOTS 2
#define TABLES 4 /* Of each CPU, for each root. */
#define SLOTS 6  /* Pages used of each table. */
#define FRAMES 24
#define TRACKED 8 /* Words of a frame that are written. */
#define WINDOW 0x40000000u
#define WINDOW_SIZE 0x04000000u /* Of each CPU. */

/* What one entry of a table is, as far as this CPU knows. */
struct slot {
    int frame; /* -1: absent. */
    uint32_t flags;
    bool accessed, dirty; /* The bits must be so. */
};

/* What one directory entry is. */
struct table {
    int frame;  /* -1: absent. */
    bool large; /* It maps low memory: no table. */
    bool accessed, dirty;
    struct slot slots[SLOTS];
};

struct frame {
    uint32_t address;
    bool is_table;
    uint32_t words[TRACKED]; /* What they hold. */
};

struct stress {
    unsigned cpu;
    struct prng prng;
    struct space spaces[ROOTS];
    unsigned root; /* In use. */
    struct table tables[ROOTS][TABLES];
    struct frame frames[FRAMES];
    uint32_t counter; /* Makes written values differ. */
    uint32_t steps, faults, hash;
};

/* stress-model.c: changes that a kernel would make, each with the model's.  All end the guest when
 * something is not as it should be. */
void stress_fail(const struct stress *s, const char *format, ...) PRINTF_FORMAT(2, 3) NO_RETURN;
uint32_t stress_random(struct stress *s, uint32_t below);
/* Where slot SLOT of table TABLE is, in either root. */
uint32_t stress_address(const struct stress *s, unsigned table, unsigned slot);
/* Fills FRAME anew; checks all of it. */
void frame_fill(struct stress *s, unsigned frame);
void frame_check(const struct stress *s, unsigned frame);
/* Of the root in use. */
void slot_map(struct stress *s, unsigned table, unsigned slot, unsigned frame, uint32_t flags);
void slot_unmap(struct stress *s, unsigned table, unsigned slot);
void slot_clear_bits(struct stress *s, unsigned table, unsigned slot, bool dirty_only);
void slot_check_bits(struct stress *s, unsigned table, unsigned slot);
void table_add(struct stress *s, unsigned table);
void table_drop(struct stress *s, unsigned table);
void table_make_large(struct stress *s, unsigned table);
void root_switch(struct stress *s, unsigned root);

#endif
