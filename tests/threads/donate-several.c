/* SPDX-License-Identifier: MIT
 * A thread that holds several locks has the highest of what their waiters lend, and falls step by
 * step as it frees the locks from the most wanted on.
 */
#include "tests/threads/several.h"

KTEST(donate_several)
{
    struct crew crew;
    several_begin(&crew);
    for (int i = 0; i < 3; i++) {
        crew_start(&crew, PRI_DEFAULT + 2 + 2 * i);
        expect_priority(PRI_DEFAULT + 2 + 2 * i);
    }
    lock_release(&third);
    expect_priority(PRI_DEFAULT + 4);
    expect_ran("c");
    lock_release(&second);
    expect_priority(PRI_DEFAULT + 2);
    expect_ran("b");
    lock_release(&first);
    expect_priority(PRI_DEFAULT);
    expect_ran("a");
    crew_join(&crew);
}
