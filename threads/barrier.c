/* SPDX-License-Identifier: MIT
 * Barriers.  The round's number tells those who wait that theirs is over, even if the quickest
 * are back for the next one.
 */
#include "threads/barrier.h"
#include <debug.h>

void barrier_init(struct barrier *b, unsigned parties)
{
    ASSERT(parties > 0);
    lock_init(&b->lock);
    cond_init(&b->all_here);
    b->parties = parties;
    b->arrived = b->round = 0;
}

bool barrier_wait(struct barrier *b)
{
    lock_acquire(&b->lock);
    unsigned round = b->round;
    bool last = ++b->arrived == b->parties;
    if (last) {
        b->arrived = 0;
        b->round++;
        cond_broadcast(&b->all_here, &b->lock);
    }
    while (b->round == round)
        cond_wait(&b->all_here, &b->lock);
    lock_release(&b->lock);
    return last;
}
