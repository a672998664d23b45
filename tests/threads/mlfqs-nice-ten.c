/* SPDX-License-Identifier: MIT
 * Of ten threads with niceness 0 to 9 each gets the ticks that the published simulation gives it,
 * within 25.
 * @icount: 7
 * @options: -mlfqs
 * @matrix: jitter=-,1..10
 * @sample: 1
 */
#include "tests/threads/mlfqs.h"

KTEST(mlfqs_nice_ten)
{
    static const int nices[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const int want[] = {672, 588, 492, 408, 316, 232, 152, 92, 40, 8};
    mlfqs_expect_shares(10, nices, want, 25);
}
