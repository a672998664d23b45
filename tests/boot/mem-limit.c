/* SPDX-License-Identifier: MIT
 * -mem leaves the kernel the frames below that address and no other.
 * @mem: 32
 * @options: -mem=3074
 * @output: ^Pageturner: Pintos booting with 3072 kB RAM
 */
#include "tests/ktest.h"
#include "threads/boot.h"
#include "threads/interrupt.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

KTEST(boot_mem_limit)
{
    KTEST_ASSERT(palloc_max_frame() == 3072 / 4);
    KTEST_ASSERT(boot_spare.start == 3072 * 1024);
    KTEST_ASSERT(boot_spare.end > 31 * 1024 * 1024);
    intr_disable();
    for (void *page; (page = palloc_get_page(PAL_ATOMIC)) != NULL;)
        KTEST_ASSERT(vtop(page) < 3072 * 1024);
}
