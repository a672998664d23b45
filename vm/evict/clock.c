/* SPDX-License-Identifier: MIT
 * clock: in queue order, but an entry that was referenced since the last look is passed over once.
 *
 * The hand goes round a ring (policy.h).  A look at an entry that may not be evicted passes it
 * and leaves its mark alone; at a referenced one, clears its mark and passes it; at any other, ends
 * the search, with the hand on the entry after it.  A turn that found only referenced entries has
 * cleared them all, so that a second one ends at the first entry it comes to, unless something
 * marked all of them again meanwhile.  Then the search ends with the entry that was first in line.
 */
#include "vm/evict/policy.h"

/* One turn of the hand at most: the first evictable entry without a mark.  *PASSED becomes the
 * first evictable one that was passed over, unless it is something already. */
static struct evict_entry *clock_turn(struct evict_set *set, struct evict_entry **passed)
{
    const struct evict_owner *owner = set->owner;
    struct evict_entry *entry = set->hand, *victim = NULL;
    size_t looks = 0, chances = 0;

    while (victim == NULL && looks < set->count) {
        if (owner->may_evict(set->ctx, entry)) {
            if (!owner->test_and_clear_referenced(set->ctx, entry))
                victim = entry;
            else if (chances++ == 0 && *passed == NULL)
                *passed = entry;
        }
        looks++;
        entry = entry->next;
    }
    set->hand = entry;
    set->counters.scans += looks;
    set->counters.second_chances += chances;
    return victim;
}

static struct evict_entry *clock_choose(struct evict_set *set, uint64_t now, size_t wanted)
{
    (void)now, (void)wanted;
    struct evict_entry *first = NULL;
    struct evict_entry *victim = clock_turn(set, &first);

    if (victim == NULL && first != NULL)
        victim = clock_turn(set, &first);
    if (victim == NULL && first != NULL) {
        set->counters.fifo_fallbacks++;
        set->hand = first->next;
        victim = first;
    }
    return victim;
}

static size_t clock_peek(const struct evict_set *set, struct evict_entry **out, size_t max)
{
    return evict_ring_peek(set, out, max, true);
}

const struct evict_policy evict_clock = {
    .name = "clock",
    .help = "in queue order, sparing what was referenced since the last look",
    .insert = evict_ring_insert,
    .remove = evict_ring_remove,
    .choose = clock_choose,
    .peek = clock_peek,
};
