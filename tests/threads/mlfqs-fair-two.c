/* SPDX-License-Identifier: MIT
 * Two equal threads get the same number of ticks, within 50 of 1500.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_fair_two)
{
    static const int nices[2], want[2] = {1500, 1500};
    mlfqs_expect_shares(2, nices, want, 50);
}
