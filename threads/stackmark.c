/* SPDX-License-Identifier: MIT
 * The most bytes that a thread which has died used of its kernel stack (debug build).
 */
#include "stackmark.h"
#include <poison.h>
#include "threads/kstat.h"
#include "threads/mmu.h"
#include "threads/vaddr.h"

static uint64_t most;

static uint64_t count_most(void)
{
    return most;
}
KSTAT_GAUGE(stat_stack, "sched", "kstack_max", "bytes", "most of a kernel stack that was ever used",
            count_most);

/* A page's first two words linked it while it was free. */
#define LINK_WORDS 2

void stackmark_note(const void *stack)
{
    const uint32_t *words = stack;
    size_t i = 0;
    while (i < KSTACK_SIZE / 4 && (i % (PGSIZE / 4) < LINK_WORDS || words[i] == POISON_WORD))
        i++;
    if (KSTACK_SIZE - 4 * i > most)
        most = KSTACK_SIZE - 4 * i;
}
