/* SPDX-License-Identifier: MIT
 * -jitter makes threads yield where they would not, and locks still hold.
 * @options: -jitter=7
 */
#include "tests/threads/crew.h"
#include "threads/kstat.h"

static struct lock lock;
static int inside, interleaved, last;

static void work(int id)
{
    for (int i = 0; i < 500; i++) {
        lock_acquire(&lock);
        KTEST_ASSERT(++inside == 1);
        interleaved += last != id;
        last = id;
        inside--;
        lock_release(&lock);
    }
}

KTEST(jitter_yields)
{
    const struct kstat *yields = kstat_find("sched.jitter_yields");
    struct crew crew;
    crew_init(&crew, work);
    lock_init(&lock);
    inside = interleaved = 0;
    uint64_t before = kstat_read(yields);
    for (int i = 0; i < 4; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    unsigned forced = kstat_read(yields) - before;
    msg("%u yields, %d changes of holder", forced, interleaved);
    KTEST_ASSERT(forced > 100 && interleaved > 100);
}
