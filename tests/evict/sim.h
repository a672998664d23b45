/* SPDX-License-Identifier: MIT
 * A small memory under an eviction policy: frames, pages, a reference string, a count of faults.
 *
 * The policy library's users in miniature, without libc: the host tests and the kernel's own
 * test (tests/ktest/evict_oracle.c) both run it, so that the two give the same exact answers.
 */
#ifndef TESTS_EVICT_SIM_H
#define TESTS_EVICT_SIM_H

#include "vm/evict/evict.h"

enum { SIM_PAGES = 512 };

struct sim_frame {
    struct evict_entry entry; /* First: an entry's address is its frame's. */
    uint32_t page;
    bool referenced;
};

struct sim {
    struct evict_set set;
    struct sim_frame frame[SIM_PAGES];
    struct sim_frame *where[SIM_PAGES]; /* The frame that holds a page, or NULL. */
    size_t used;                        /* Frames handed out so far. */
    bool mark_at_load;                  /* Does loading a page set its referenced bit? */
    uint64_t faults;
};

static inline bool sim_may_evict(void *ctx, struct evict_entry *entry)
{
    return true;
}

static inline bool sim_referenced(void *ctx, const struct evict_entry *entry)
{
    return ((const struct sim_frame *)entry)->referenced;
}

static inline bool sim_test_and_clear(void *ctx, struct evict_entry *entry)
{
    struct sim_frame *frame = (struct sim_frame *)entry;
    bool was = frame->referenced;
    frame->referenced = false;
    return was;
}

static inline struct evict_entry *sim_at(void *ctx, size_t index)
{
    struct sim_frame *frame = &((struct sim *)ctx)->frame[index];
    return evict_entry_listed(&frame->entry) ? &frame->entry : NULL;
}

static const struct evict_owner sim_owner = {
    .may_evict = sim_may_evict,
    .test_and_clear_referenced = sim_test_and_clear,
    .referenced = sim_referenced,
    .at = sim_at,
};

/* An empty memory of FRAMES <= SIM_PAGES frames. */
static inline void sim_open(struct sim *sim, const char *policy, size_t frames, uint64_t seed,
                            bool mark_at_load)
{
    for (size_t i = 0; i < SIM_PAGES; i++) {
        sim->where[i] = NULL;
        sim->frame[i].entry.next = NULL;
    }
    sim->used = 0;
    sim->faults = 0;
    sim->mark_at_load = mark_at_load;
    evict_set_init(&sim->set, evict_policy_find(policy), &sim_owner, sim, frames, seed);
}

static inline struct sim_frame *sim_get_frame(struct sim *sim)
{
    if (sim->used < sim->set.capacity)
        return &sim->frame[sim->used++];
    struct evict_entry *victim = evict_choose(&sim->set, sim->faults, 1);
    evict_remove(&sim->set, victim, true);
    struct sim_frame *frame = (struct sim_frame *)victim;
    sim->where[frame->page] = NULL;
    return frame;
}

static inline void sim_touch(struct sim *sim, uint32_t page)
{
    struct sim_frame *frame = sim->where[page];
    if (frame != NULL) {
        frame->referenced = true;
        return;
    }
    sim->faults++;
    frame = sim_get_frame(sim);
    frame->page = page;
    frame->referenced = sim->mark_at_load;
    sim->where[page] = frame;
    evict_insert(&sim->set, &frame->entry, NULL);
}

/* page-linear's buffer: 2 MB, five passes from end to end. */
enum { LINEAR_PAGES = 512, LINEAR_PASSES = 5 };

static inline uint64_t sim_linear(struct sim *sim, const char *policy, size_t frames, uint64_t seed)
{
    sim_open(sim, policy, frames, seed, true);
    for (int pass = 0; pass < LINEAR_PASSES; pass++)
        for (uint32_t page = 0; page < LINEAR_PAGES; page++)
            sim_touch(sim, page);
    return sim->faults;
}

/* Faults of random with seed 1: the same in every build, on the host and in the kernel. */
struct sim_random_answer {
    size_t frames;
    uint64_t faults;
};
static const struct sim_random_answer sim_random_answers[] = {
    {128, 2516}, {256, 2122}, {382, 1435}};

/* The string on which FIFO does worse with more memory (Belady, Nelson and Shedler 1969). */
enum { BELADY_LENGTH = 12 };
static const uint32_t belady_string[BELADY_LENGTH] = {1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5};

static inline uint64_t sim_belady(struct sim *sim, const char *policy, size_t frames,
                                  bool mark_at_load)
{
    sim_open(sim, policy, frames, 1, mark_at_load);
    for (size_t i = 0; i < BELADY_LENGTH; i++)
        sim_touch(sim, belady_string[i]);
    return sim->faults;
}

#endif
