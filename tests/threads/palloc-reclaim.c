/* SPDX-License-Identifier: MIT
 * The reclaim hook is asked when the last page but the reserve is gone, as often as it promises
 * more, and never for a caller who must not sleep.
 */
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "threads/palloc.h"

static void *hoard; /* Chain of pages, for the hook to give back. */
static int calls;

static void hoard_all(void)
{
    for (void **page; (page = palloc_get_page(0)) != NULL; hoard = page)
        *page = hoard;
}

/* Succeeds only when asked for the third time. */
static bool give_one_back(void)
{
    if (++calls % 3 == 0) {
        void *page = hoard;
        hoard = *(void **)page;
        palloc_free_page(page);
    }
    return true;
}

static bool give_up(void)
{
    calls++;
    return false;
}

KTEST(palloc_reclaim)
{
    palloc_set_reclaim(NULL);
    hoard_all();

    palloc_set_reclaim(give_one_back);
    void *page = palloc_get_page(0);
    KTEST_ASSERT(page != NULL && calls == 3);
    void *atomic = palloc_get_page(PAL_ATOMIC);
    KTEST_ASSERT(atomic != NULL && calls == 3);
    enum intr_level old = intr_disable();
    KTEST_ASSERT(palloc_get_page(0) == NULL && calls == 3);
    intr_set_level(old);

    palloc_set_reclaim(give_up);
    KTEST_ASSERT(palloc_get_page(0) == NULL && calls == 4);
    KTEST_ASSERT(palloc_get_multiple(0, 2) == NULL && calls == 5);
}
