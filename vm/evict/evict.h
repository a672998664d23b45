/* SPDX-License-Identifier: MIT
 * Eviction policies: which entry of a set should leave next.
 *
 * The library knows nothing of frames.  An owner (the frame table, the shadow-page cache, a trace
 * simulator, a unit test) embeds a `struct evict_entry` in whatever it caches, puts it into an
 * `evict_set` when it becomes resident and takes it out when it leaves.  A policy is a table of
 * functions over one set.  No kernel header is included here: the same files are compiled for
 * the host.  Nothing here allocates, sleeps or locks: the owner serialises calls on one set.
 *
 * A typical life:
 *     evict_set_init(&set, evict_policy_find("clock"), &owner, owner_ctx, capacity, seed);
 *     evict_insert(&set, &page->entry, &hint);
 *     victim = evict_choose(&set, now, 1);            victim is still in the set
 *     page->ghost = evict_remove(&set, victim, true); and now it is not
 *
 * A chosen victim may stay in the set while it is being written, as long as may_evict() says no
 * for it.  An owner that gives up on a victim (its write failed) should take it out and insert it
 * again, or a policy that keeps its queue in order (fifo) will name it again next time.
 */
#ifndef VM_EVICT_EVICT_H
#define VM_EVICT_EVICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct evict_set;

/* Embedded in the owner's object.  All fields are the policy's.  All zero: in no set. */
struct evict_entry {
    struct evict_entry *prev, *next; /* Ring or list of the policy; next is NULL outside any set. */
    uint32_t stamp;                  /* The policy's own: age, list, state bits. */
};

enum evict_kind { EVICT_ANON, EVICT_FILE, EVICT_SHADOW };

/* What the owner tells a policy about an entry that comes in; content never seen: the zeroes. */
struct evict_hint {
    enum evict_kind kind;
    bool dirty;
    uint32_t ghost;    /* What evict_remove() returned when this content last left, or 0. */
    uint64_t distance; /* Evictions from this set since then (refault distance), or 0. */
};

/* What a policy may ask of the owner.  The callbacks must not change the set. */
struct evict_owner {
    /* May this entry be evicted now?  (Not pinned, not busy, not an active root.) */
    bool (*may_evict)(void *ctx, struct evict_entry *entry);
    /* Was it referenced since this was last asked?  Clears the mark. */
    bool (*test_and_clear_referenced)(void *ctx, struct evict_entry *entry);
    /* The same question without clearing the mark (for evict_peek()). */
    bool (*referenced)(void *ctx, const struct evict_entry *entry);
    /* Entry number INDEX of the owner's array of capacity entries, or NULL when that one is not in
     * the set: how a policy reaches an entry at random without a table of its own. */
    struct evict_entry *(*at)(void *ctx, size_t index);
};

/* 64-bit, kept by the policies, read by the owner. */
struct evict_counters {
    uint64_t scans;          /* Entries looked at while choosing. */
    uint64_t second_chances; /* Entries passed over because they had been referenced. */
    uint64_t fifo_fallbacks; /* Choices in queue order: each bounded sweep found all referenced. */
    uint64_t chosen;         /* Victims returned. */
};

/* A policy.  The functions below (evict_insert() and so on) are the only callers: they keep the
 * count, clear the stamp of an entry that comes in, never pass a NULL hint and never ask an empty
 * set for a victim. */
struct evict_policy {
    const char *name;
    const char *help;                    /* One line. */
    void (*init)(struct evict_set *set); /* May be NULL. */
    void (*insert)(struct evict_set *set, struct evict_entry *entry, const struct evict_hint *hint);
    /* Returns the word that the owner keeps with the evicted content (0 if the policy keeps none);
     * leaves entry->next NULL. */
    uint32_t (*remove)(struct evict_set *set, struct evict_entry *entry, bool evicted);
    struct evict_entry *(*choose)(struct evict_set *set, uint64_t now, size_t wanted);
    size_t (*peek)(const struct evict_set *set, struct evict_entry **out, size_t max);
    void (*resize)(struct evict_set *set, size_t capacity); /* May be NULL. */
};

struct evict_set {
    const struct evict_policy *policy;
    const struct evict_owner *owner;
    void *ctx;                /* Handed to the owner's callbacks. */
    size_t capacity;          /* The owner's array size: bound of evict_owner.at(). */
    size_t count;             /* Entries in the set. */
    uint64_t rng;             /* Seeded state of the policies that draw. */
    struct evict_entry *hand; /* Place in the policy's ring: a live entry, or NULL if empty. */
    struct evict_counters counters;
};

/* The policy of that name, or NULL. */
const struct evict_policy *evict_policy_find(const char *name);
/* Policy number I, NULL past the end: for printing the list of names.  Number 0 is the default. */
const struct evict_policy *evict_policy_nth(size_t i);

/* An empty set under POLICY.  The seed matters to policies that draw; any value, 0 too, will do.
 * To change a set's policy while it runs: take all entries out, init, insert them again. */
void evict_set_init(struct evict_set *set, const struct evict_policy *policy,
                    const struct evict_owner *owner, void *ctx, size_t capacity, uint64_t seed);

/* Adds ENTRY, which is in no set (else traps).  HINT may be NULL: an anonymous clean page never
 * seen before. */
void evict_insert(struct evict_set *set, struct evict_entry *entry, const struct evict_hint *hint);

/* Takes ENTRY out, which is in this set (in none: traps); EVICTED tells an eviction from an end of
 * life.  Returns the ghost word.  Any entry may be removed at any time outside the callbacks. */
uint32_t evict_remove(struct evict_set *set, struct evict_entry *entry, bool evicted);

/* Chooses a victim, which stays in the set, or NULL if no entry may be evicted: while one may, one
 * is returned.  NOW is the owner's clock (any unit, never backwards); WANTED how many the owner
 * means to evict in this go.  Bounded: looks at each entry at most twice, and at 32 more at
 * random. */
struct evict_entry *evict_choose(struct evict_set *set, uint64_t now, size_t wanted);

/* Fills OUT with up to MAX entries that would be chosen next if nothing were inserted or referenced
 * any more, in that order, without changing the set, any mark or the seed.  Left out are entries
 * that may not be evicted and, where the policy heeds marks, those referenced now.  It is cheap
 * rather than complete: it looks at 4 * MAX + 16 entries and then gives up (random: it costs what
 * the choices themselves would).  Returns how many. */
size_t evict_peek(const struct evict_set *set, struct evict_entry **out, size_t max);

/* The owner's array is CAPACITY entries now (a cache was resized). */
void evict_resize(struct evict_set *set, size_t capacity);

/* Is ENTRY in a set? */
static inline bool evict_entry_listed(const struct evict_entry *entry)
{
    return entry->next != NULL;
}

#endif
