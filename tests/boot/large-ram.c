/* SPDX-License-Identifier: MIT
 * The kernel uses 896 MB, and says what it leaves unused of more.
 * @mem: 1024
 * @output: ^13\d\d\d\d kB of RAM above 896 MB are not used\.$
 */
#include "tests/ktest.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

KTEST(boot_large_ram)
{
    KTEST_ASSERT(palloc_max_frame() == RAM_MAX / PGSIZE);
    void *pages = palloc_get_multiple(PAL_ASSERT | PAL_ZERO, palloc_count(PAGE_FREE) / 2);
    palloc_free_multiple(pages, palloc_count(PAGE_FREE) / 2);
}
