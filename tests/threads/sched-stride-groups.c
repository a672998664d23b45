/* SPDX-License-Identifier: MIT
 * Under stride, groups share the CPU by their tickets, however many threads each has; a group that
 * sleeps leaves its share to the others and does not claim it back.
 * @icount: 7
 * @options: -sched=stride
 */
#include "tests/threads/mlfqs.h"
#include "threads/share.h"

#define THREADS 8

static struct share_group groups[4];
static const int group_of[THREADS] = {0, 1, 1, 1, 1, 2, 2, 3};
static int64_t begin, end;
static uint64_t used[4];

static void work(int id)
{
    int group = group_of[id];
    share_group_move(thread_current(), &groups[group]);
    mlfqs_sleep_until(begin);
    if (group == 3) {
        mlfqs_sleep_until(begin + 600);
        mlfqs_work_until(begin + 601);
    }
    uint64_t before = thread_cpu_ns(thread_current());
    mlfqs_work_until(group == 3 ? begin + 800 : end);
    used[group] += (thread_cpu_ns(thread_current()) - before) / 10000000;
}

KTEST(sched_stride_groups)
{
    /* 600 ticks at 1 : 1 : 2, 200 at 1 : 1 : 2 : 4, 200 as before. */
    static const int tickets[4] = {100, 100, 200, 400}, want[4] = {225, 225, 450, 100};
    struct crew crew;
    crew_init(&crew, work);
    begin = timer_ticks() + 20;
    end = begin + 1000;
    for (int i = 0; i < 4; i++)
        share_group_init(&groups[i], tickets[i]);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    for (int i = 0; i < 4; i++) {
        msg("group %d: %u ticks, want %d", i, (unsigned)used[i], want[i]);
        if ((int)used[i] < want[i] * 9 / 10 || (int)used[i] > want[i] * 11 / 10 + 2)
            fail("group %d got %u ticks, not %d", i, (unsigned)used[i], want[i]);
    }
}
