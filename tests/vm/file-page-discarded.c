/* SPDX-License-Identifier: MIT
 * A page that was discarded while someone held it has no place any more: who wants one is told to
 * look it up anew, and not of a disk error.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

KTEST(file_page_discarded)
{
    char byte = 1;
    stage_file_init();
    struct baseline base = baseline_take();
    KTEST_ASSERT(vobj_write(&stage_file, 0, &byte, 1) == 0);
    lock_acquire(&vm_lock);
    struct file_page *fp = cache_find(&stage_file, 0);
    page_ref(&fp->page);
    lock_release(&vm_lock);
    vobj_discard(&stage_file, 0);

    KTEST_ASSERT(page_load(&fp->page, false, NULL) == 0);
    KTEST_ASSERT(cache_place(fp) == -EAGAIN);
    lock_acquire(&vm_lock);
    frame_unpin(fp->page.frame);
    page_unref(&fp->page);
    lock_release(&vm_lock);
    baseline_expect(&base);
}
