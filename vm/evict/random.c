/* SPDX-License-Identifier: MIT
 * random: any evictable entry, each as likely as the others, from a seeded generator.
 *
 * A choice first probes the owner's array at random.  Where that is sparse, or most entries are
 * pinned, a bounded number of probes may find nothing: then it goes round the ring (policy.h) from
 * a place drawn at random, which finds an evictable entry whenever there is one, and is uniform
 * too when nothing is pinned.
 *
 * Prediction (peek) is the same draw on a copy of the generator, over a set from which the
 * victims predicted so far are taken to be gone.
 */
#include "vm/evict/policy.h"

enum { RANDOM_PROBES = 32 };

struct draw {
    const struct evict_set *set;
    struct evict_entry *const *gone; /* Entries to be taken as removed already. */
    size_t gone_count;
    uint64_t rng;
    size_t looks;
};

/* A number under BOUND: the generator is SplitMix64 (Steele, Lea, Flood 2014), scaled by its upper
 * half rather than by a 64-bit division. */
static size_t draw_below(struct draw *d, size_t bound)
{
    uint64_t z = d->rng += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return (size_t)(((z >> 32) * (uint32_t)bound) >> 32);
}

static bool draw_gone(const struct draw *d, const struct evict_entry *entry)
{
    for (size_t i = 0; i < d->gone_count; i++)
        if (d->gone[i] == entry)
            return true;
    return false;
}

static bool draw_takes(struct draw *d, struct evict_entry *entry)
{
    if (entry == NULL || draw_gone(d, entry))
        return false;
    d->looks++;
    return d->set->owner->may_evict(d->set->ctx, entry);
}

static struct evict_entry *draw_probe(struct draw *d)
{
    const struct evict_set *set = d->set;
    for (size_t i = 0; set->capacity > 0 && i < RANDOM_PROBES; i++) {
        struct evict_entry *entry = set->owner->at(set->ctx, draw_below(d, set->capacity));
        if (draw_takes(d, entry))
            return entry;
    }
    return NULL;
}

static struct evict_entry *draw_skip_gone(const struct draw *d, struct evict_entry *entry)
{
    while (draw_gone(d, entry))
        entry = entry->next;
    return entry;
}

static struct evict_entry *draw_walk(struct draw *d)
{
    size_t left = d->set->count - d->gone_count;
    struct evict_entry *entry = draw_skip_gone(d, d->set->hand);

    for (size_t skip = draw_below(d, left); skip > 0; skip--)
        entry = draw_skip_gone(d, entry->next);
    for (; left > 0; left--, entry = draw_skip_gone(d, entry->next))
        if (draw_takes(d, entry))
            return entry;
    return NULL;
}

/* The next victim, or NULL.  At least one entry is not gone. */
static struct evict_entry *draw_victim(struct draw *d)
{
    struct evict_entry *entry = draw_probe(d);
    return entry != NULL ? entry : draw_walk(d);
}

static struct evict_entry *random_choose(struct evict_set *set, uint64_t now, size_t wanted)
{
    (void)now, (void)wanted;
    struct draw d = {.set = set, .rng = set->rng};
    struct evict_entry *victim = draw_victim(&d);
    set->rng = d.rng;
    set->counters.scans += d.looks;
    return victim;
}

static size_t random_peek(const struct evict_set *set, struct evict_entry **out, size_t max)
{
    struct draw d = {.set = set, .gone = out, .rng = set->rng};
    while (d.gone_count < max && d.gone_count < set->count) {
        struct evict_entry *victim = draw_victim(&d);
        if (victim == NULL)
            break;
        out[d.gone_count++] = victim;
    }
    return d.gone_count;
}

const struct evict_policy evict_random = {
    .name = "random",
    .help = "any entry, by a seeded generator (-rs=SEED)",
    .insert = evict_ring_insert,
    .remove = evict_ring_remove,
    .choose = random_choose,
    .peek = random_peek,
};
