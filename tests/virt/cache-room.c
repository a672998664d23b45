/* SPDX-License-Identifier: MIT
 * How room is made: the limit is kept, a root stays, each rule evicts as many as it says and whom
 * it says, no choice looks at more pages than it may, and limit and policy change while pages are
 * in use.
 * @cpu: qemu32,+svm
 * @swap: 0
 */
#include "tests/virt/stage-cache.h"

static struct vm_counters *const counters = &stage_vm.counters;

static void read_tables(uint32_t from, uint32_t to)
{
    for (uint32_t t = from; t < to; t++)
        stage_read(t, 60);
    KTEST_ASSERT(stage_vm.mmu.cache->active == 1 && stage_vcpu.mmu.root_valid);
}

/* Evicts all and starts with one page for each of COUNT tables. */
static void start(uint32_t limit, const char *policy, enum vm_mark mark, enum vm_age age,
                  enum vm_room room, uint32_t count)
{
    KTEST_ASSERT(stage_set(limit, policy, mark, age, room) == 0);
    mmu_lock(&stage_vm);
    stage_vm.mode->zap_all(&stage_vm);
    mmu_unlock(&stage_vm);
    read_tables(0, count);
    KTEST_ASSERT(counters->shadow_pages == count + 1);
}

static void refuse_wrong(void)
{
    struct vm_cache is;
    KTEST_ASSERT(stage_set(19, "", 0, 0, 0) == -EINVAL);
    KTEST_ASSERT(stage_set(1u << 20, "", 0, 0, 0) == -EINVAL);
    KTEST_ASSERT(stage_set(0, "lottery", 0, 0, 0) == -EINVAL);
    KTEST_ASSERT(stage_set(0, "", VM_MARK_FILL + 1, 0, 0) == -EINVAL);
    KTEST_ASSERT(stage_set(0, "", 0, VM_AGE_PARENT + 1, 0) == -EINVAL);
    KTEST_ASSERT(stage_set(0, "", 0, 0, VM_ROOM_FULLEST + 1) == -EINVAL);
    KTEST_ASSERT(stage_set(44, "random", VM_MARK_CREATE, VM_AGE_LEAF, VM_ROOM_ONE) == 0);
    KTEST_ASSERT(stage_vm.mode->get_cache(&stage_vm, &is) == 0);
    KTEST_ASSERT(is.pages == 44 && strcmp(is.policy, "random") == 0 && is.mark == VM_MARK_CREATE);
    KTEST_ASSERT(is.age == VM_AGE_LEAF && is.room == VM_ROOM_ONE);
}

static void batch(void)
{
    start(32, "fifo", VM_MARK_CREATE, VM_AGE_NONE, VM_ROOM_BATCH, 27); /* 4 are free. */
    uint64_t evicted = counters->evicted;
    read_tables(27, 28);
    KTEST_ASSERT(counters->evicted == evicted + 21 && counters->shadow_pages == 8);
    KTEST_ASSERT(stage_shadow(20) == NULL && stage_shadow(21) != NULL);
}

static void one(void)
{
    start(32, "fifo", VM_MARK_CREATE, VM_AGE_NONE, VM_ROOM_ONE, 31);
    uint64_t evicted = counters->evicted;
    read_tables(31, 40);
    KTEST_ASSERT(counters->evicted == evicted + 9 && counters->shadow_pages == 32);
    KTEST_ASSERT(stage_shadow(8) == NULL && stage_shadow(9) != NULL);
    start(32, "clock", VM_MARK_FILL, VM_AGE_NONE, VM_ROOM_ONE, 31);
    read_tables(31, 33); /* All were marked: the second finds them without. */
    stage_read(2, 61);
    read_tables(33, 34);
    KTEST_ASSERT(stage_shadow(2) != NULL && stage_shadow(3) == NULL);
    KTEST_ASSERT(counters->ref_skips > 0);
}

/* Tables 5 and 6 are full, and used or not. */
static void fullest(void)
{
    start(32, "clock", VM_MARK_FILL, VM_AGE_PARENT, VM_ROOM_FULLEST, 31);
    for (uint32_t page = 0; page < 60; page++) {
        stage_read(5, page);
        stage_read(6, page);
    }
    uint64_t scans, evicted;
    for (uint32_t round = 0; round < 8; round++) {
        for (uint32_t t = 7; t < TABLES; t++)
            stage_read(t, 60);
        stage_read(5, 60 + round % 2); /* Marks it, at most. */
        KTEST_ASSERT(stage_shadow(5) != NULL && stage_vm.mmu.cache->count == 32);
    }
    KTEST_ASSERT(stage_shadow(6) == NULL);
    for (unsigned i = 0; i < stage_vm.mmu.cache->count; i++)
        stage_vm.mmu.cache->pages[i]->referenced = true; /* None is better than another. */
    scans = counters->scans;
    evicted = counters->evicted;
    for (uint32_t t = 7; counters->evicted == evicted; t++)
        stage_read(t, 60);
    KTEST_ASSERT(counters->evicted == evicted + 1 && counters->scans <= scans + 8);
}

static void change_while_used(void)
{
    static const char *const policies[] = {"clock", "fifo", "random"};
    start(48, "clock", VM_MARK_FILL, VM_AGE_LEAF, VM_ROOM_ONE, 47);
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t limit = 20 + i * 7 % 29;
        KTEST_ASSERT(stage_set(limit, policies[i % 3], i % 2, i % 3, i / 3 % 3) == 0);
        KTEST_ASSERT(counters->shadow_pages <= limit);
        for (uint32_t t = 0; t < TABLES; t += 1 + i % 5)
            stage_read(t, i);
        KTEST_ASSERT(counters->shadow_pages <= limit);
        if (stage_vm.mode->audit != NULL)
            KTEST_ASSERT(stage_vm.mode->audit(&stage_vm) == 0);
    }
}

KTEST(cache_room)
{
    struct aspace *as = stage_cache();
    refuse_wrong();
    batch();
    one();
    fullest();
    change_while_used();
    stage_cache_end(as);
}
