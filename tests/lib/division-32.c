/* SPDX-License-Identifier: MIT
 * On the real, 32-bit machine the compiler's 64-bit divisions and remainders are ours, and right.
 */
#include <random.h>
#include <stdint.h>
#include "tests/ktest.h"

/* N = Q * D + R, and R < D, says all; multiplication is the machine's own. */
static void check(uint64_t n, uint64_t d)
{
    volatile uint64_t vn = n, vd = d;
    uint64_t q = vn / vd, r = vn % vd;
    KTEST_ASSERT(q * d + r == n && r < d);

    volatile int64_t sn = n, sd = d;
    if (sn != INT64_MIN || sd != -1) {
        int64_t sq = sn / sd, sr = sn % sd;
        KTEST_ASSERT(sq * sd + sr == sn);
        KTEST_ASSERT(sr == 0 || (sr < 0) == (sn < 0));
    }
}

KTEST(division_32)
{
    for (int i = 0; i < 20000; i++) {
        uint64_t words[2];
        random_bytes(words, sizeof words);
        uint64_t d = words[1] >> i % 64;
        check(words[0] >> i / 64 % 64, d != 0 ? d : 1);
    }
    volatile int64_t small = -7;
    KTEST_ASSERT(small / 2 == -3 && small % 2 == -1 && small / -2 == 3);
}
