/* SPDX-License-Identifier: MIT
 * The policy library's common part: the list of policies, the set's bookkeeping, the shared ring.
 *
 * To add a policy: a file beside this one with its `struct evict_policy`, a line in policy.h, a
 * line in the table below, and its name in the source list.
 */
#include "vm/evict/evict.h"
#include "vm/evict/policy.h"

/* The first one is the default. */
static const struct evict_policy *const policies[] = {&evict_clock, &evict_fifo, &evict_random};

#define POLICY_COUNT (sizeof policies / sizeof policies[0])

static const struct evict_hint never_seen; /* Stands in for a NULL hint. */

static bool same_name(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const struct evict_policy *evict_policy_nth(size_t i)
{
    return i < POLICY_COUNT ? policies[i] : NULL;
}

const struct evict_policy *evict_policy_find(const char *name)
{
    for (size_t i = 0; i < POLICY_COUNT; i++)
        if (same_name(policies[i]->name, name))
            return policies[i];
    return NULL;
}

/* Field by field: an initialiser of the whole struct may become a call of memset. */
void evict_set_init(struct evict_set *set, const struct evict_policy *policy,
                    const struct evict_owner *owner, void *ctx, size_t capacity, uint64_t seed)
{
    set->policy = policy;
    set->owner = owner;
    set->ctx = ctx;
    set->capacity = capacity;
    set->count = 0;
    set->rng = seed;
    set->hand = NULL;
    set->counters.scans = 0;
    set->counters.second_chances = 0;
    set->counters.fifo_fallbacks = 0;
    set->counters.chosen = 0;
    if (policy->init != NULL)
        policy->init(set);
}

void evict_insert(struct evict_set *set, struct evict_entry *entry, const struct evict_hint *hint)
{
    if (evict_entry_listed(entry))
        __builtin_trap();
    entry->stamp = 0;
    set->policy->insert(set, entry, hint != NULL ? hint : &never_seen);
    set->count++;
}

uint32_t evict_remove(struct evict_set *set, struct evict_entry *entry, bool evicted)
{
    if (!evict_entry_listed(entry) || set->count == 0)
        __builtin_trap();
    set->count--;
    return set->policy->remove(set, entry, evicted);
}

struct evict_entry *evict_choose(struct evict_set *set, uint64_t now, size_t wanted)
{
    if (set->count == 0)
        return NULL;
    struct evict_entry *victim = set->policy->choose(set, now, wanted);
    if (victim != NULL)
        set->counters.chosen++;
    return victim;
}

size_t evict_peek(const struct evict_set *set, struct evict_entry **out, size_t max)
{
    return set->count != 0 ? set->policy->peek(set, out, max) : 0;
}

void evict_resize(struct evict_set *set, size_t capacity)
{
    set->capacity = capacity;
    if (set->policy->resize != NULL)
        set->policy->resize(set, capacity);
}

void evict_ring_insert(struct evict_set *set, struct evict_entry *entry,
                       const struct evict_hint *hint)
{
    (void)hint;
    struct evict_entry *hand = set->hand;
    if (hand == NULL) {
        entry->prev = entry->next = set->hand = entry;
        return;
    }
    entry->next = hand;
    entry->prev = hand->prev;
    hand->prev->next = entry;
    hand->prev = entry;
}

uint32_t evict_ring_remove(struct evict_set *set, struct evict_entry *entry, bool evicted)
{
    (void)evicted;
    if (set->hand == entry)
        set->hand = entry->next != entry ? entry->next : NULL;
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
    entry->prev = entry->next = NULL;
    return 0;
}

size_t evict_ring_peek(const struct evict_set *set, struct evict_entry **out, size_t max,
                       bool heed_marks)
{
    const struct evict_owner *owner = set->owner;
    struct evict_entry *entry = set->hand;
    size_t found = 0, looks = set->count;

    if (looks > 16 && max < (looks - 16) / 4)
        looks = 4 * max + 16;
    for (; looks > 0 && found < max; looks--, entry = entry->next)
        if (owner->may_evict(set->ctx, entry) &&
            !(heed_marks && owner->referenced(set->ctx, entry)))
            out[found++] = entry;
    return found;
}
