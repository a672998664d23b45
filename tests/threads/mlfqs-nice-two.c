/* SPDX-License-Identifier: MIT
 * Of two threads, one nicer by 5, each gets the ticks that the published simulation gives it,
 * within 50.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_nice_two)
{
    static const int nices[] = {0, 5}, want[] = {1904, 1096};
    mlfqs_expect_shares(2, nices, want, 50);
}
