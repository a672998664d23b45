/* SPDX-License-Identifier: MIT
 * For tests of mode cache: a machine with a directory and TABLES tables, each of which maps all of
 * memory, so that each stretch of 4 MB from 0 on needs a shadow page of its own.
 */
#ifndef TESTS_VIRT_STAGE_CACHE_H
#define TESTS_VIRT_STAGE_CACHE_H

#include "tests/virt/stage-vm.h"
#include "virt/cache.h"
#include "virt/vmcb.h"

#define DIRECTORY 1u /* Frames. */
#define TABLE 2u
#define TABLES 48u
#define ALL_BITS (PTE_P | PTE_W | PTE_U | PTE_A | PTE_D)

static inline struct aspace *stage_cache(void)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    stage_vcpu.vmcb = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    stage_machine(as, &mmu_cache);
    for (uint32_t t = 0; t < TABLES; t++) {
        stage_poke((DIRECTORY << PGBITS) + t * 4, (TABLE + t) << PGBITS | ALL_BITS, 4);
        for (uint32_t i = 0; i < STAGE_PAGES; i++)
            stage_poke(((TABLE + t) << PGBITS) + i * 4, i << PGBITS | ALL_BITS, 4);
    }
    stage_paging(CR0_PG | CR0_WP, DIRECTORY << PGBITS, 0, 0);
    return as;
}

static inline void stage_cache_end(struct aspace *as)
{
    stage_machine_end();
    palloc_free_page(stage_vcpu.vmcb);
    aspace_destroy(as);
}

/* The guest's next instruction reads page PAGE by table T. */
static inline void stage_read(uint32_t t, uint32_t page)
{
    stage_vcpu.vmcb->rip++;
    stage_touch(t << 22 | page << PGBITS, 0);
}

/* The shadow page of table T, or NULL. */
static inline struct shadow_page *stage_shadow(uint32_t t)
{
    lock_acquire(&vm_lock);
    struct shadow_page *sp = shadow_of_gfn(stage_vm.mmu.cache, NULL, TABLE + t);
    lock_release(&vm_lock);
    return sp;
}

static inline int stage_set(uint32_t pages, const char *policy, enum vm_mark mark, enum vm_age age,
                            enum vm_room room)
{
    struct vm_cache wish = {.pages = pages, .mark = mark, .age = age, .room = room};
    strlcpy(wish.policy, policy, sizeof wish.policy);
    return stage_vm.mode->set_cache(&stage_vm, &wish);
}

#endif
