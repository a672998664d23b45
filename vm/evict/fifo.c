/* SPDX-License-Identifier: MIT
 * fifo: whatever came in first leaves first, used or not.
 *
 * The ring of policy.h with a hand that never moves by itself, so it is always on the oldest.
 * Entries that may not be evicted keep their place in the queue.
 */
#include "vm/evict/policy.h"

static struct evict_entry *fifo_choose(struct evict_set *set, uint64_t now, size_t wanted)
{
    (void)now, (void)wanted;
    struct evict_entry *entry = set->hand;

    for (size_t looks = 1; looks <= set->count; looks++, entry = entry->next) {
        if (set->owner->may_evict(set->ctx, entry)) {
            set->counters.scans += looks;
            return entry;
        }
    }
    set->counters.scans += set->count;
    return NULL;
}

static size_t fifo_peek(const struct evict_set *set, struct evict_entry **out, size_t max)
{
    return evict_ring_peek(set, out, max, false);
}

const struct evict_policy evict_fifo = {
    .name = "fifo",
    .help = "in queue order, used or not",
    .insert = evict_ring_insert,
    .remove = evict_ring_remove,
    .choose = fifo_choose,
    .peek = fifo_peek,
};
