/* SPDX-License-Identifier: MIT
 * Several threads that sleep for less than a tick at once, beside a disk that is timed by the same
 * alarm: none wakes early, nor much too late.
 * @icount: 3
 */
#include "devices/block.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/synch.h"
#include "threads/thread.h"

#define SLEEPERS 4
#define ROUNDS 10
#define READS 50 /* of about 100 us each */

static struct semaphore ended;

static void nap(void *us_)
{
    int us = (int)us_;
    for (int i = 0; i < ROUNDS; i++) {
        int64_t start = timer_now_us();
        timer_usleep(us);
        int took = timer_now_us() - start;
        if (took < us - 1 || took > us + 500)
            fail("timer_usleep(%d) took %d us", us, took);
    }
    sema_up(&ended);
}

KTEST(timer_naps)
{
    static char sector[BLOCK_SECTOR_SIZE];
    sema_init(&ended, 0);
    for (int i = 0; i < SLEEPERS; i++)
        KTEST_ASSERT(thread_create("nap", PRI_DEFAULT, nap, (void *)(100 + i * 900)) != TID_ERROR);
    int64_t start = timer_now_us();
    for (int i = 0; i < READS; i++)
        KTEST_ASSERT(block_read(block_get_role(BLOCK_FILESYS), i, sector) == 0);
    if (timer_now_us() - start > READS * 200)
        fail("%d reads took %d us", READS, (int)(timer_now_us() - start));
    for (int i = 0; i < SLEEPERS; i++)
        sema_down(&ended);
}
