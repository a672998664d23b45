/* SPDX-License-Identifier: MIT
 * What a disk command costs the CPU, in instructions, and how fast a disk is read from end to end.
 * Under -icount shift=0 the time-stamp counter counts instructions; a thread of the lowest priority
 * uses up the time in which the reader sleeps, and what it did not get is what the reading cost.
 * Prints "BENCH name count" lines; none is checked.
 * @icount: 0
 */
#include "tests/bench/idle.h"
#include "tests/devices/disk.h"
#include "threads/palloc.h"

#define ROUNDS 200
#define PAGES 32

static void bench(const char *name, bool write, const struct block_seg *segs, size_t cnt)
{
    struct block *block = spare_device();
    uint32_t sectors = cnt * segs[0].sectors;

    int64_t before = idle_busy();
    for (int i = 0; i < ROUNDS; i++) {
        int error = write ? block_writev(block, i * sectors % 4096, segs, cnt)
                          : block_readv(block, i * sectors % 4096, segs, cnt);
        KTEST_ASSERT(error == 0);
    }
    printf("BENCH %s %lld\n", name, (long long)(idle_busy() - before) / ROUNDS);
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
    idle_start();
    bench("disk-read-4k-cpu", false, segs, 1);
    bench("disk-write-4k-cpu", true, segs, 1);
    bench("disk-read-32x4k-cpu", false, segs, PAGES);
    idle_stop();
}
