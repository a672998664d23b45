/* SPDX-License-Identifier: MIT
 * A file page that could not be written when it was to be evicted stays, with what was written to
 * it, though nobody has the file open or mapped; the next sync brings it to the disk.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

KTEST(file_write_error)
{
    char text[8] = "written", back[8];
    stage_file_init();
    struct baseline base = baseline_take();
    KTEST_ASSERT(vobj_write(&stage_file, 100, text, sizeof text) == 0);
    stage.fail = true;
    KTEST_ASSERT(pageout_one(FRAME_CACHE) == -ENOMEM);
    stage.fail = false;
    KTEST_ASSERT(vobj_read(&stage_file, 100, back, sizeof back) == 0);
    if (memcmp(text, back, sizeof text) != 0)
        fail("what was written is gone");
    KTEST_ASSERT(vobj_sync(&stage_file) == 0);
    KTEST_ASSERT(memcmp(stage.slot[0] + 100, text, sizeof text) == 0);
    KTEST_ASSERT(pageout_one(FRAME_CACHE) == 0);
    baseline_expect(&base);
}
