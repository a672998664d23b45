/* SPDX-License-Identifier: MIT
 * What a mapping stores past the end of its file does not get to the disk, by a sync or by an
 * eviction; what it stores before the end does.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

#define END 1000

/* Stores into the mapped page as its process would, before and after the end. */
static void store(struct aspace *as, char c)
{
    KTEST_ASSERT(vm_fault(as, STAGE_BASE, true, 0) == 0);
    lock_acquire(&vm_lock);
    uint32_t *pte = pte_find(spt_find(as, STAGE_BASE));
    KTEST_ASSERT(pte != NULL && (*pte & PTE_P) && (*pte & PTE_W));
    *pte |= PTE_D;
    memset((char *)pte_page(*pte) + END - 1, c, 2);
    lock_release(&vm_lock);
}

static void expect(const char *how, char c)
{
    const char *disk = stage.slot[0];
    if (disk[END - 1] != c)
        fail("%s: what lies before the end is not on the disk", how);
    if (disk[END] != 0)
        fail("%s: what lies past the end is on the disk", how);
}

KTEST(file_tail_cut)
{
    stage_file_init();
    vobj_set_end(&stage_file, END);
    struct aspace *as = stage_map_file(1, REGION_SHARED);
    store(as, 's');
    KTEST_ASSERT(vobj_sync(&stage_file) == 0);
    expect("sync", 's');
    store(as, 'e');
    KTEST_ASSERT(pageout_one(FRAME_USER) == 0);
    expect("eviction", 'e');
    aspace_destroy(as);
}
