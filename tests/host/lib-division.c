/* SPDX-License-Identifier: MIT
 * 64-bit division against the machine's own, at the edges and for operands of all lengths.
 *
 * @sources: lib/arithmetic.c
 */
#include "tests/host/lib.h"
#include <inttypes.h>

static void check_unsigned(uint64_t n, uint64_t d)
{
    uint64_t r;
    uint64_t q = pt_udivmoddi4(n, d, &r);
    CHECK(q == n / d && r == n % d, "%" PRIu64 " / %" PRIu64 ": %" PRIu64 ", %" PRIu64, n, d, q, r);
    CHECK(pt_udivdi3(n, d) == n / d, "quotient of %" PRIu64 " / %" PRIu64, n, d);
    CHECK(pt_umoddi3(n, d) == n % d, "remainder of %" PRIu64 " / %" PRIu64, n, d);
}

static void check_signed(int64_t n, int64_t d)
{
    if (n == INT64_MIN && d == -1) {
        return;
    }
    int64_t r;
    int64_t q = pt_divmoddi4(n, d, &r);
    CHECK(q == n / d && r == n % d, "%" PRId64 " / %" PRId64 ": %" PRId64 ", %" PRId64, n, d, q, r);
    CHECK(pt_divdi3(n, d) == n / d, "quotient of %" PRId64 " / %" PRId64, n, d);
    CHECK(pt_moddi3(n, d) == n % d, "remainder of %" PRId64 " / %" PRId64, n, d);
}

static void check(uint64_t n, uint64_t d)
{
    if (d != 0) {
        check_unsigned(n, d);
        check_signed(n, d);
    }
}

/* 2^k, and its neighbours, and those of their negatives. */
static uint64_t edge(unsigned i)
{
    uint64_t value = ((uint64_t)1 << i % 64) + i / 64 % 3 - 1;
    return i / 192 % 2 ? -value : value;
}

int main(void)
{
    for (unsigned i = 0; i < 384; i++) {
        for (unsigned j = 0; j < 384; j++) {
            check(edge(i), edge(j));
        }
    }
    for (int i = 0; i < 1000000; i++) {
        check(case_next() >> case_below(64), case_next() >> case_below(64));
    }
    /* Quotients just below and above a whole number. */
    for (int i = 0; i < 300000; i++) {
        uint64_t d = case_next() >> case_below(64), q = case_next() >> case_below(64);
        check(d * q, d);
        check(d * q - 1, d);
        check(d * q + 1, d);
    }
    return 0;
}
