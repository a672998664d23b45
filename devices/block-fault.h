/* SPDX-License-Identifier: MIT
 * Disks that fail on request, so that the handling of errors can be tested.
 *
 * -disk-fail=NAME:N makes command N (counted from 0, attempts included) of disk NAME fail,
 * -disk-fail=NAME:N:K commands N to N+K-1, and -disk-fail=NAME:N:K:lost makes the disk never answer
 * them.  The tests in the kernel arm disks directly.
 */
#ifndef DEVICES_BLOCK_FAULT_H
#define DEVICES_BLOCK_FAULT_H

#include <stdbool.h>
#include <stdint.h>

enum fault { FAULT_NONE, FAULT_ERROR, FAULT_LOSE };

/* A disk's plan.  Not guarded: commands that race may swap places in it. */
struct block_fault {
    uint32_t before; /* commands left that work */
    uint32_t cnt;    /* commands after those that fail; 0 = none ever */
    enum fault kind;
};

struct block;

/* What is to happen to the next command. */
static inline enum fault block_fault_next(struct block_fault *fault)
{
    if (__builtin_expect(fault->cnt == 0, 1))
        return FAULT_NONE;
    if (fault->before > 0) {
        fault->before--;
        return FAULT_NONE;
    }
    fault->cnt--;
    return fault->kind;
}

/* Loads FAULT with what the option says of the disk NAME, if anything. */
void block_fault_arm(struct block_fault *fault, const char *name);

/* The option's value if it named none of the disks that were armed until now, else NULL. */
const char *block_fault_unarmed(void);

/* For tests: DISK's plan from now on (in block.c). */
void block_set_fault(struct block *disk, struct block_fault plan);

#endif
