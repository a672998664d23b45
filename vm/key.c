/* SPDX-License-Identifier: MIT
 * What an address stands for, beyond its address space.
 */
#include <errno.h>
#include "vm/page.h"

int aspace_key(struct aspace *as, uintptr_t addr, struct aspace_key *key)
{
    lock_acquire(&as->as_lock);
    const struct region *r = region_find(as, addr);
    if (r != NULL) {
        *key = (struct aspace_key){as, addr};
        if (r->kind == REGION_SHARED) {
            key->object = r->vobj != NULL ? (void *)r->vobj : (void *)r->shm;
            key->offset = ((uint64_t)r->first_page << PGBITS) + addr - r->start;
        }
    }
    lock_release(&as->as_lock);
    return r != NULL ? 0 : -EFAULT;
}

/* vm_lock held. */
static size_t count_resident(const struct spt_leaf *leaf)
{
    size_t n = 0;
    for (int i = 0; i < LEAF_PAGES; i++)
        n += leaf->u[i].page != NULL && leaf->u[i].page->state == MPAGE_RESIDENT;
    return n;
}

size_t aspace_resident(struct aspace *as)
{
    size_t n = 0;
    lock_acquire(&vm_lock);
    for (size_t i = 0; i <= as->leaf_mask; i++)
        for (const struct spt_leaf *leaf = as->leaves[i]; leaf != NULL; leaf = leaf->next)
            n += count_resident(leaf);
    lock_release(&vm_lock);
    return n;
}
