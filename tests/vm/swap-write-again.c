/* SPDX-License-Identifier: MIT
 * A page whose write to swap failed gets another try, once no other page can leave; a disk that
 * goes on failing keeps nobody busy.
 * @swap: 0
 * @icount: 3
 */
#include "tests/vm/stage.h"

KTEST(swap_write_again)
{
    stage_swap();
    struct baseline base = baseline_take();
    struct aspace *as = stage_aspace(1);
    stage_fill(as, 0, 0x10000000);
    stage.fail = true;
    KTEST_ASSERT(pageout_one(FRAME_USER) == -ENOMEM);
    timer_sleep(2 * TIMER_FREQ);
    KTEST_ASSERT(pageout_one(FRAME_USER) == -ENOMEM);
    stage.fail = false;
    KTEST_ASSERT(pageout_one(FRAME_USER) == -ENOMEM);
    timer_sleep(2 * TIMER_FREQ);
    if (pageout_one(FRAME_USER) != 0)
        fail("the page is not tried again");
    stage_expect(as, 0, 0x10000000);
    aspace_destroy(as);
    baseline_expect(&base);
}
