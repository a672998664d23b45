/* SPDX-License-Identifier: MIT
 * A page that cannot be read does not make the one before it unreadable, when both would have been
 * read by one command because the file is being read in order.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

KTEST(read_ahead_bad_sector)
{
    static const struct vobj_ops ops = {
        .locate = stage_locate, .ref = stage_ref, .unref = stage_unref, .read_ahead = 4};
    char byte;
    stage_file_init();
    vobj_init(&stage_file, &ops, stage.dev);
    stage.bad_slot = 2;
    struct baseline base = baseline_take();
    KTEST_ASSERT(vobj_read(&stage_file, 0, &byte, 1) == 0);
    KTEST_ASSERT(vobj_read(&stage_file, PGSIZE, &byte, 1) == 0);
    KTEST_ASSERT(vobj_read(&stage_file, 2 * PGSIZE, &byte, 1) == -EIO);
    KTEST_ASSERT(vobj_read(&stage_file, 3 * PGSIZE, &byte, 1) == 0);
    vobj_discard(&stage_file, 0);
    baseline_expect(&base);
}
