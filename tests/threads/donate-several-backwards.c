/* SPDX-License-Identifier: MIT
 * A thread that frees the less wanted of its locks first keeps what the others' waiters lend; the
 * less urgent waiters get their turn when it is over.
 */
#include "tests/threads/several.h"

KTEST(donate_several_backwards)
{
    struct crew crew;
    several_begin(&crew);
    for (int i = 0; i < 3; i++)
        crew_start(&crew, PRI_DEFAULT + 2 + 2 * i);
    expect_priority(PRI_DEFAULT + 6);
    lock_release(&first);
    expect_priority(PRI_DEFAULT + 6);
    lock_release(&second);
    expect_priority(PRI_DEFAULT + 6);
    expect_ran("");
    lock_release(&third);
    expect_priority(PRI_DEFAULT);
    expect_ran("cba");
    crew_join(&crew);
}
