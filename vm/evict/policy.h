/* SPDX-License-Identifier: MIT
 * Inside the policy library: the policies' tables, and the ring that several of them share.
 *
 * The ring is circular and has no head.  The hand is an entry of it, or NULL when it is empty.  A
 * new entry goes in just behind the hand, so that it is the last one a turn of the hand comes to;
 * taking out the hand's entry moves the hand to the one after it.  As long as nobody else moves
 * the hand, the ring read from the hand is therefore the queue of arrival, oldest first.
 */
#ifndef VM_EVICT_POLICY_H
#define VM_EVICT_POLICY_H

#include "vm/evict/evict.h"

extern const struct evict_policy evict_clock;
extern const struct evict_policy evict_fifo;
extern const struct evict_policy evict_random;

/* For a policy's insert and remove; neither has any use for the hint or for EVICTED. */
void evict_ring_insert(struct evict_set *set, struct evict_entry *entry,
                       const struct evict_hint *hint);
uint32_t evict_ring_remove(struct evict_set *set, struct evict_entry *entry, bool evicted);

/* For a policy's peek: the entries from the hand on that may be evicted and, if HEED_MARKS, are
 * not referenced.  Looks at no more than evict.h promises. */
size_t evict_ring_peek(const struct evict_set *set, struct evict_entry **out, size_t max,
                       bool heed_marks);

#endif
