/* SPDX-License-Identifier: MIT
 * Twenty equal threads get the same number of ticks, within 20 of 150.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_fair_twenty)
{
    static const int nices[20];
    static int want[20];
    for (int i = 0; i < 20; i++)
        want[i] = 150;
    mlfqs_expect_shares(20, nices, want, 20);
}
