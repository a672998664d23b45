/* SPDX-License-Identifier: MIT
 * A page of a file that nobody maps has no accessed bit of a CPU: that it was read again keeps
 * clock from taking it all the same.
 * @swap: 0
 * @filesys: 0
 * @options: -evict=clock
 */
#include "tests/vm/stage-file.h"

static bool is_cached(uint32_t index)
{
    lock_acquire(&vm_lock);
    const struct file_page *fp = cache_find(&stage_file, index);
    bool cached = fp != NULL && fp->page.state == MPAGE_RESIDENT;
    lock_release(&vm_lock);
    return cached;
}

static void read_byte(uint32_t index)
{
    char byte;
    KTEST_ASSERT(vobj_read(&stage_file, (uint64_t)index * PGSIZE, &byte, 1) == 0);
}

static void forget_use(void)
{
    lock_acquire(&vm_lock);
    for (uint32_t i = 0; i < STAGE_SLOTS; i++) {
        struct file_page *fp = cache_find(&stage_file, i);
        if (fp != NULL && fp->page.state == MPAGE_RESIDENT)
            page_test_and_clear_referenced(&fp->page);
    }
    lock_release(&vm_lock);
}

KTEST(file_read_keeps)
{
    stage_file_init();
    read_byte(0); /* The oldest. */
    read_byte(20);
    forget_use();
    read_byte(0);
    while (is_cached(20)) {
        KTEST_ASSERT(pageout_one(FRAME_CACHE) == 0);
        if (!is_cached(0))
            fail("a page that was read just now left before one that was not");
    }
    vobj_discard(&stage_file, 0);
}
