/* SPDX-License-Identifier: MIT
 * Blocks of all sizes from several threads keep their contents, are aligned and apart, and all
 * pages are back in the end.
 */
#include <stdint.h>
#include "tests/threads/crew.h"
#include "threads/malloc.h"
#include "threads/palloc.h"

#define SLOTS 64

struct slot {
    uint8_t *block;
    size_t size;
    uint8_t fill;
};

static int steps;

static uint32_t next_random(uint32_t *state)
{
    return *state = *state * 1664525 + 1013904223;
}

static size_t random_size(uint32_t r)
{
    return r % 16 == 0 ? r / 16 % 9000 + 1 : r / 16 % (1u << (r / 1024 % 12)) + 1;
}

static void check(const struct slot *slot, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (slot->block[i] != slot->fill)
            fail("byte %u of a block of %u changed", (unsigned)i, (unsigned)slot->size);
}

static void fill(struct slot *slot, size_t size, uint8_t value)
{
    KTEST_ASSERT(slot->block != NULL && (uintptr_t)slot->block % 8 == 0);
    slot->size = size;
    slot->fill = value;
    memset(slot->block, value, size);
}

static void step(struct slot *slot, uint32_t r, size_t size)
{
    if (slot->block == NULL) {
        slot->block = r & 1 ? malloc(size) : calloc(size, 1);
        if (!(r & 1) && slot->block != NULL) {
            *slot = (struct slot){slot->block, size, 0};
            check(slot, size);
        }
        fill(slot, size, r >> 8);
    } else if (r & 2) {
        slot->block = realloc(slot->block, size);
        KTEST_ASSERT(slot->block != NULL);
        check(slot, size < slot->size ? size : slot->size);
        fill(slot, size, r >> 8);
    } else {
        check(slot, slot->size);
        free(slot->block);
        slot->block = NULL;
    }
}

static void work(int id)
{
    struct slot slots[SLOTS] = {0};
    uint32_t state = id + 1;
    for (int i = 0; i < steps; i++) {
        uint32_t r = next_random(&state) >> 4;
        step(&slots[r % SLOTS], r >> 6, random_size(next_random(&state) >> 4));
        if (i % 50 == 0)
            thread_yield();
    }
    for (int i = 0; i < SLOTS; i++)
        free(slots[i].block);
}

static void stress(int threads, int each)
{
    struct crew crew;
    steps = each;
    crew_init(&crew, work);
    for (int i = 0; i < threads; i++)
        crew_start(&crew, PRI_DEFAULT + 1);
    crew_join(&crew);
}

KTEST(malloc_stress)
{
    stress(3, 0); /* What threads themselves need. */
    size_t free_before = palloc_count(PAGE_FREE), blocks_before = malloc_blocks();
    stress(3, 3000);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before);
    KTEST_ASSERT(malloc_blocks() == blocks_before);
    KTEST_ASSERT(malloc(0) == NULL && calloc(0x10000, 0x10001) == NULL && malloc(SIZE_MAX) == NULL);
    void *block = malloc_atomic(100);
    KTEST_ASSERT(block != NULL);
    KTEST_ASSERT(realloc(block, 0) == NULL && malloc_blocks() == blocks_before);
}
