/* SPDX-License-Identifier: MIT
 * With all memory taken, malloc() and thread_create() say so, malloc_atomic() still has palloc's
 * reserve, and everything comes back.
 * @mem: 4
 */
#include "tests/threads/crew.h"
#include "threads/malloc.h"
#include "threads/palloc.h"

struct link {
    struct link *next;
    char room[1996];
};

static void nothing(void *aux)
{
}

static struct link *take_all(void *(*alloc)(size_t), struct link *chain)
{
    struct link *more;
    while ((more = alloc(sizeof *more)) != NULL) {
        memset(more, 0x5a, sizeof *more);
        more->next = chain;
        chain = more;
    }
    return chain;
}

static void give_back(struct link *chain)
{
    while (chain != NULL) {
        struct link *next = chain->next;
        free(chain);
        chain = next;
    }
}

KTEST(malloc_exhaust)
{
    give_back(take_all(malloc, NULL)); /* Leaves nothing to reclaim from others. */
    size_t free_cnt = palloc_count(PAGE_FREE), heap_cnt = palloc_count(PAGE_HEAP),
           block_cnt = malloc_blocks();
    struct link *chain = take_all(malloc, NULL);
    KTEST_ASSERT(malloc_blocks() - block_cnt >= 2 * (free_cnt - PALLOC_RESERVE) - 2);
    KTEST_ASSERT(malloc(5000) == NULL && calloc(1, 2000) == NULL);
    KTEST_ASSERT(thread_create("none", PRI_DEFAULT, nothing, NULL) == TID_ERROR);
    size_t blocks_sleeping = malloc_blocks();
    chain = take_all(malloc_atomic, chain);
    KTEST_ASSERT(malloc_blocks() > blocks_sleeping);
    give_back(chain);
    KTEST_ASSERT(palloc_count(PAGE_HEAP) == heap_cnt);
    KTEST_ASSERT(malloc_blocks() == block_cnt);
    KTEST_ASSERT(thread_create("one", PRI_DEFAULT + 1, nothing, NULL) != TID_ERROR);
}
