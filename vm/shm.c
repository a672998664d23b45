/* SPDX-License-Identifier: MIT
 * Shared anonymous memory: an array of pages that the regions of several address spaces look into.
 *
 * A page comes into being with its first touch by anyone; the shm keeps a reference to it, so that
 * it lives, in memory or in swap, while a region may still look at it.  All pages are promised when
 * it is made.
 */
#include <debug.h>
#include "threads/malloc.h"
#include "vm/page.h"

struct shm {
    unsigned refs; /* vm_lock. */
    size_t pages;  /* Fixed. */
    struct mpage *page[];
};

struct shm *shm_create(size_t pages)
{
    if (!commit_reserve(pages))
        return NULL;
    struct shm *shm = calloc(1, sizeof *shm + pages * sizeof *shm->page);
    if (shm == NULL) {
        commit_release(pages);
        return NULL;
    }
    shm->refs = 1;
    shm->pages = pages;
    return shm;
}

void shm_ref(struct shm *shm)
{
    lock_acquire(&vm_lock);
    shm->refs++;
    lock_release(&vm_lock);
}

void shm_unref(struct shm *shm)
{
    lock_acquire(&vm_lock);
    bool last = --shm->refs == 0;
    for (size_t i = 0; last && i < shm->pages; i++)
        if (shm->page[i] != NULL)
            page_unref(shm->page[i]);
    lock_release(&vm_lock);
    if (last) {
        commit_release(shm->pages);
        free(shm);
    }
}

struct mpage *shm_page(const struct shm *shm, size_t index)
{
    ASSERT(index < shm->pages);
    return shm->page[index];
}

void shm_set_page(struct shm *shm, size_t index, struct mpage *page)
{
    ASSERT(index < shm->pages && shm->page[index] == NULL);
    page->shared = true;
    page_ref(page);
    shm->page[index] = page;
}
