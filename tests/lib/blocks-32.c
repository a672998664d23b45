/* SPDX-License-Identifier: MIT
 * On the real, 32-bit machine blocks of memory move and compare right, and leave the direction flag
 * clear.
 */
#include <stdbool.h>
#include <string.h>
#include "tests/ktest.h"

static unsigned char a[64], b[64];

static void check_move(size_t from, size_t to, size_t size)
{
    for (size_t i = 0; i < sizeof a; i++) {
        a[i] = b[i] = i + size;
    }
    memmove(a + to, a + from, size);
    for (size_t i = 0; i < sizeof a; i++) {
        bool moved = i >= to && i < to + size;
        KTEST_ASSERT(a[i] == (moved ? b[i - to + from] : b[i]));
    }
    unsigned flags;
    asm volatile("pushfl; popl %0" : "=r"(flags));
    KTEST_ASSERT((flags & 0x400) == 0);
    KTEST_ASSERT(memcmp(a + to, b + from, size) == 0);
    if (size > 0) {
        a[to + size - 1]++;
        KTEST_ASSERT(memcmp(a + to, b + from, size) > 0 || a[to + size - 1] == 0);
    }
}

KTEST(blocks_32)
{
    for (size_t size = 0; size < 20; size++) {
        for (size_t from = 0; from < 20; from++) {
            for (size_t to = 0; to < 20; to++) {
                check_move(from, to, size);
            }
        }
    }
}
