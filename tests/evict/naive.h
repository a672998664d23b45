/* SPDX-License-Identifier: MIT
 * The policies once more, written as a textbook would: the oracle for the library.
 *
 * Nothing is shared with vm/evict/.  Two forms: fault counts of a reference string, with the page
 * numbers in an array of frames; and `struct naive`, a queue of numbers under inserts, removals,
 * pins and marks, to be compared with the library choice by choice.
 */
#ifndef TESTS_EVICT_NAIVE_H
#define TESTS_EVICT_NAIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NAIVE_MAX = 1024, NAIVE_NONE = -1 };

static inline int naive_find(const int *frame, int frames, int page)
{
    for (int i = 0; i < frames; i++)
        if (frame[i] == page)
            return i;
    return NAIVE_NONE;
}

/* FIFO: the frames are replaced in turn. */
static inline int naive_fifo(const int *ref, int n, int frames)
{
    int frame[NAIVE_MAX], faults = 0;
    memset(frame, -1, sizeof frame);
    for (int i = 0; i < n; i++)
        if (naive_find(frame, frames, ref[i]) == NAIVE_NONE)
            frame[faults++ % frames] = ref[i];
    return faults;
}

/* Clock: the frames in a circle, each with a use bit; an empty frame has none. */
static inline int naive_clock(const int *ref, int n, int frames, bool mark_at_load)
{
    int frame[NAIVE_MAX], faults = 0, hand = 0;
    bool used[NAIVE_MAX] = {false};
    memset(frame, -1, sizeof frame);
    for (int i = 0; i < n; i++) {
        int at = naive_find(frame, frames, ref[i]);
        if (at != NAIVE_NONE) {
            used[at] = true;
            continue;
        }
        faults++;
        for (; used[hand]; hand = (hand + 1) % frames)
            used[hand] = false;
        frame[hand] = ref[i];
        used[hand] = mark_at_load;
        hand = (hand + 1) % frames;
    }
    return faults;
}

static inline int naive_next_use(const int *ref, int n, int from, int page)
{
    while (from < n && ref[from] != page)
        from++;
    return from;
}

/* OPT: the page whose next use is farthest away leaves. */
static inline int naive_opt(const int *ref, int n, int frames)
{
    int frame[NAIVE_MAX], faults = 0;
    memset(frame, -1, sizeof frame);
    for (int i = 0; i < n; i++) {
        if (naive_find(frame, frames, ref[i]) != NAIVE_NONE)
            continue;
        int out = 0, farthest = -1;
        for (int f = 0; f < frames; f++) {
            int next = frame[f] == -1 ? n + 1 : naive_next_use(ref, n, i, frame[f]);
            if (next > farthest) {
                farthest = next;
                out = f;
            }
        }
        frame[out] = ref[i];
        faults++;
    }
    return faults;
}

/* A queue of numbers: the first is the next to be looked at, and goes to the end when passed over
 * (clock as "second chance"); under fifo nothing moves. */
struct naive {
    int queue[NAIVE_MAX];
    int count;
    bool pinned[NAIVE_MAX], marked[NAIVE_MAX];
    bool sticky[NAIVE_MAX]; /* Marked again as soon as its mark is cleared. */
    long scans, chances, fallbacks;
};

static inline void naive_insert(struct naive *q, int id)
{
    q->queue[q->count++] = id;
}

static inline void naive_remove(struct naive *q, int id)
{
    int at = naive_find(q->queue, q->count, id);
    q->count--;
    memmove(&q->queue[at], &q->queue[at + 1], sizeof(int) * (size_t)(q->count - at));
}

static inline int naive_rotate(struct naive *q)
{
    int first = q->queue[0];
    naive_remove(q, first);
    naive_insert(q, first);
    return first;
}

static inline int naive_first_free(const struct naive *q)
{
    for (int i = 0; i < q->count; i++)
        if (!q->pinned[q->queue[i]])
            return q->queue[i];
    return NAIVE_NONE;
}

static inline int naive_choose_fifo(struct naive *q)
{
    int id = naive_first_free(q);
    q->scans += id == NAIVE_NONE ? q->count : naive_find(q->queue, q->count, id) + 1;
    return id;
}

static inline int naive_choose_clock(struct naive *q)
{
    int oldest = naive_first_free(q);
    int turns = oldest == NAIVE_NONE ? 1 : 2;
    for (int look = 0; look < turns * q->count; look++) {
        int id = naive_rotate(q);
        q->scans++;
        if (q->pinned[id])
            continue;
        if (!q->marked[id])
            return id;
        q->marked[id] = q->sticky[id];
        q->chances++;
    }
    if (oldest == NAIVE_NONE)
        return NAIVE_NONE;
    q->fallbacks++;
    while (naive_rotate(q) != oldest)
        continue;
    return oldest;
}

#endif
