/* SPDX-License-Identifier: MIT
 * What memory and swap could not keep is refused when it is asked for, and a promise ends with its
 * region.
 * @mem: 4
 * @swap: 0
 */
#include "tests/vm/stage.h"

static int map(struct aspace *as, uintptr_t start, size_t pages)
{
    struct region_spec spec = {
        .start = start, .length = pages * PGSIZE, .kind = REGION_PRIVATE, .writable = true};
    return aspace_map(as, &spec);
}

KTEST(promises_kept)
{
    struct aspace *as = stage_aspace(1);
    size_t frames = palloc_frames_total();
    KTEST_ASSERT(map(as, 0x20000000, frames) == -ENOMEM);
    KTEST_ASSERT(map(as, 0x20000000, frames / 2) == 0);
    KTEST_ASSERT(map(as, 0x40000000, frames / 2) == -ENOMEM);
    KTEST_ASSERT(aspace_unmap(as, 0x20000000) == 0);
    KTEST_ASSERT(map(as, 0x40000000, frames / 2) == 0);
    KTEST_ASSERT(map(as, 0xbfffe000, 4) == -EINVAL);
    KTEST_ASSERT(map(as, 0x40000000, 1) == -EEXIST);
    KTEST_ASSERT(map(as, 0, 1) == -EINVAL);
    KTEST_ASSERT(map(as, 0x1001, 1) == -EINVAL);
    aspace_destroy(as);
}
