/* SPDX-License-Identifier: MIT
 * Many threads live at once, many more after one another, and all their memory comes back.
 */
#include "tests/threads/crew.h"
#include "threads/malloc.h"
#include "threads/palloc.h"

static struct semaphore go;
static int sum;

static void work(int id)
{
    sema_down(&go);
    sum += id;
    sema_up(&go);
}

static void round(int cnt)
{
    struct crew crew;
    crew_init(&crew, work);
    sema_init(&go, 0);
    sum = 0;
    for (int i = 0; i < cnt; i++)
        crew_start(&crew, PRI_DEFAULT + 1 - i % 3);
    sema_up(&go);
    crew_join(&crew);
    KTEST_ASSERT(sum == cnt * (cnt - 1) / 2);
    thread_set_priority(PRI_MIN); /* Let the dead be buried. */
    thread_set_priority(PRI_DEFAULT);
}

KTEST(thread_many)
{
    round(64); /* Page tables for the stacks stay. */
    size_t free_before = palloc_count(PAGE_FREE), blocks_before = malloc_blocks();
    for (int i = 0; i < 20; i++)
        round(64);
    for (int i = 0; i < 200; i++)
        round(1);
    KTEST_ASSERT(palloc_count(PAGE_FREE) == free_before);
    KTEST_ASSERT(malloc_blocks() == blocks_before);
}
