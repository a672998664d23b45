/* SPDX-License-Identifier: MIT */
/* What a disk command costs the CPU, in instructions, and how fast a disk is read from end to end.
 * Under -icount shift=0 the time-stamp counter counts instructions; a thread of the lowest priority
 * uses up the time in which the reader sleeps, and what it did not get is what the reading cost.
 * Prints "BENCH name count" lines; none is checked.
 * @icount: 0
 */
#include "devices/timer.h"
#include "tests/devices/disk.h"
#include "threads/palloc.h"
#include "threads/thread.h"

#define ROUNDS 200
#define PAGES 32

static volatile uint32_t burnt; /* turns of the idle loop */
static volatile bool stop;
static uint64_t per_turn; /* instructions, times 1024 */

static uint64_t now(void)
{
    uint64_t tsc;
    __asm__ volatile("rdtsc" : "=A"(tsc) : : "memory");
    return tsc;
}

static void burn(void *aux)
{
    while (!stop)
        burnt++;
}

static void calibrate(void)
{
    timer_sleep(1);
    uint64_t start = now();
    uint32_t before = burnt;
    timer_sleep(20);
    per_turn = (now() - start) * 1024 / (burnt - before);
}

static void bench(const char *name, bool write, const struct block_seg *segs, size_t cnt)
{
    struct block *block = spare_device();
    uint32_t sectors = cnt * segs[0].sectors;

    uint64_t start = now();
    uint32_t before = burnt;
    for (int i = 0; i < ROUNDS; i++) {
        int error = write ? block_writev(block, i * sectors % 4096, segs, cnt)
                          : block_readv(block, i * sectors % 4096, segs, cnt);
        KTEST_ASSERT(error == 0);
    }
    uint64_t took = now() - start, idle = (burnt - before) * per_turn / 1024;
    printf("BENCH %s %lld\n", name, ((long long)took - (long long)idle) / ROUNDS);
}

static void bench_rate(void)
{
    struct block *block = spare_device();
    struct block_seg seg = {palloc_get_multiple(PAL_ASSERT, PAGES), PAGES * 8};
    uint32_t sectors = 0;

    int64_t start = timer_now_us();
    for (block_sector_t at = 0; at + seg.sectors <= block_size(block); at += seg.sectors) {
        KTEST_ASSERT(block_readv(block, at, &seg, 1) == 0);
        sectors += seg.sectors;
    }
    int64_t us = timer_now_us() - start;
    printf("BENCH sequential-read-kB/s %lld\n", sectors * 500000ll / us);
}

KTEST(bench_disk)
{
    struct block_seg segs[PAGES];

    for (int i = 0; i < PAGES; i++)
        segs[i] = (struct block_seg){palloc_get_page(PAL_ASSERT), 8};
    bench_rate();
    KTEST_ASSERT(thread_create("burn", PRI_MIN, burn, NULL) != TID_ERROR);
    calibrate();
    bench("disk-read-4k-cpu", false, segs, 1);
    bench("disk-write-4k-cpu", true, segs, 1);
    bench("disk-read-32x4k-cpu", false, segs, PAGES);
    stop = true;
}
