/* SPDX-License-Identifier: MIT
 * Device memory appears, uncached, in directories that were there before.
 */
#include <string.h>
#include "tests/ktest.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

KTEST(mmu_device)
{
    uint32_t *pd = mmu_pagedir_create();
    char *page = palloc_get_page(PAL_ASSERT);
    memset(page, 'p', PGSIZE);
    mmu_pagedir_activate(pd);
    const volatile char *device = mmu_map_device(vtop(page) + 100, 200);
    KTEST_ASSERT(device != NULL && device[0] == 'p');
    page[100] = 'q';
    KTEST_ASSERT(device[0] == 'q' && pg_ofs((const void *)device) == 100);
    KTEST_ASSERT(mmu_map_device(0, DEVICE_AREA_END - DEVICE_AREA) == NULL);
    mmu_pagedir_activate(NULL);
    mmu_pagedir_destroy(pd);
}
