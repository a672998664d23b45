/* SPDX-License-Identifier: MIT
 * Who asks for memory to be made, but asks late, when there is some again, makes nobody end.
 * @swap: 0
 */
#include "tests/vm/stage.h"

KTEST(oom_not_while_room)
{
    struct aspace *as = stage_aspace(4);
    stage_fill(as, 0, 1);
    KTEST_ASSERT(oom_reclaim(as, NULL) == 0);
    KTEST_ASSERT(oom_reclaim(NULL, NULL) == 0);
    if (aspace_doomed(as))
        fail("a process was ended for memory that there is");
    stage_expect(as, 0, 1);
    aspace_destroy(as);
}
