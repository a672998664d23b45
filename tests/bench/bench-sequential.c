/* SPDX-License-Identifier: MIT
 * Reads the file bench-big from end to end by a program, and as many bytes from the disk itself by
 * the biggest commands that the disk takes.  Prints "TOTAL raw n", and the program "TOTAL
 * read-file n": instructions, and time as if each took a nanosecond.
 * scripts/bench_kernel.py makes the file.
 *
 * @kind: helper
 */
#include "devices/block.h"
#include "tests/bench/bench.h"
#include "tests/ktest.h"
#include "threads/palloc.h"
#include "userprog/process.h"

#define CHUNKS 64
#define COMMANDS 32
#define COMMAND_SECTORS 256

static void read_raw(void)
{
    struct block *disk = block_get_role(BLOCK_FILESYS);
    struct block_seg seg = {palloc_get_multiple(PAL_ASSERT, COMMAND_SECTORS / 8), COMMAND_SECTORS};
    uint32_t start = bench_now();
    for (unsigned i = 0; i < COMMANDS; i++)
        KTEST_ASSERT(block_readv(disk, i * COMMAND_SECTORS, &seg, 1) == 0);
    printf("TOTAL raw %u\n", (unsigned)(bench_now() - start));
    palloc_free_multiple(seg.data, COMMAND_SECTORS / 8);
}

static void read_file(unsigned chunks)
{
    char cmdline[64];
    snprintf(cmdline, sizeof cmdline, "bench-paths read-file %u", chunks);
    pid_t pid = process_execute(cmdline);
    KTEST_ASSERT(pid > 0);
    KTEST_ASSERT(process_wait(pid) == 0);
}

KTEST(bench_sequential)
{
    read_raw();
    read_file(0);
    read_file(CHUNKS);
}
