/* SPDX-License-Identifier: MIT
 * After a workload: nothing of it may be left.
 */
#ifndef TESTS_WORKLOADS_OVER_H
#define TESTS_WORKLOADS_OVER_H

#include "tests/ktest.h"
#include "threads/palloc.h"
#include "vm/page.h"

/* Every address space is gone, and with it every user frame and every swap slot. */
static inline void expect_all_is_over(void)
{
    lock_acquire(&vm_lock);
    KTEST_ASSERT(list_empty(&aspaces));
    KTEST_ASSERT(palloc_count(PAGE_USER) == 0);
    KTEST_ASSERT(swap_free_slots() == swap_total_slots());
    KTEST_ASSERT(frames_busy == 0);
    lock_release(&vm_lock);
}

#endif
