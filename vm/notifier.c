/* SPDX-License-Identifier: MIT
 * Telling those who keep copies of page table entries: see notifier.h.  What they keep: kept.c.
 */
#include "vm/notifier.h"
#include <debug.h>
#include "vm/page.h"

void aspace_remove_notifier(struct aspace *as, struct aspace_notifier *n)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    struct aspace_notifier **link = &as->notifiers;
    while (*link != n)
        link = &(*link)->next;
    *link = n->next;
}

uint32_t aspace_notify_invalidate(struct aspace *as, uintptr_t addr, uint32_t frame)
{
    uint32_t bits = 0;
    for (struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        bits |= n->ops->invalidate(n, addr, frame);
    return bits;
}

void aspace_notify_protect(struct aspace *as, uintptr_t addr, uint32_t frame)
{
    for (struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        n->ops->protect(n, addr, frame);
}

uint32_t aspace_notify_test(struct aspace *as, uintptr_t addr, uint32_t frame, uint32_t bits,
                            bool clear)
{
    uint32_t found = 0;
    for (struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        found |= n->ops->test(n, addr, frame, bits, clear);
    return found;
}

bool aspace_notify_changing(struct aspace *as, uintptr_t addr, bool store)
{
    bool may = true;
    for (struct aspace_notifier *n = as->notifiers; n != NULL; n = n->next)
        may &= n->ops->changing(n, addr, store);
    return may;
}

void aspace_notify_release(struct aspace *as)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    while (as->notifiers != NULL) {
        struct aspace_notifier *n = as->notifiers;
        as->notifiers = n->next;
        n->ops->release(n);
    }
}
