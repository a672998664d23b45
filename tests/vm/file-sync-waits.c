/* SPDX-License-Identifier: MIT
 * When a sync returns, everything is on the disk: also what another sync was writing when it began,
 * and what an eviction was writing but could not.
 * @swap: 0
 * @filesys: 0
 */
#include "tests/vm/stage-file.h"

static void act_sync(struct actor *a)
{
    a->result = vobj_sync(&stage_file);
}

static void act_evict_file(struct actor *a)
{
    a->result = pageout_one(FRAME_CACHE);
}

static void expect_on_disk(uint32_t word)
{
    if (memcmp(stage.slot[1], &word, sizeof word) != 0)
        fail("the sync ended, and 0x%x is not on the disk", word);
}

static void write_word(uint32_t word)
{
    KTEST_ASSERT(vobj_write(&stage_file, PGSIZE, &word, sizeof word) == 0);
}

KTEST(file_sync_waits)
{
    struct actor first = {.act = act_sync}, second = {.act = act_sync};
    struct actor evictor = {.act = act_evict_file};
    stage_file_init();
    write_word(0x11111111);
    gate_close();
    actor_start(&first);
    gate_wait();
    actor_start(&second);
    actor_expect_waiting(&second, "the second sync did not wait for the first one's write");
    gate_open();
    actor_join(&second);
    expect_on_disk(0x11111111);
    actor_join(&first);
    KTEST_ASSERT(first.result == 0 && second.result == 0 && stage.writes == 1);

    write_word(0x22222222);
    gate_close();
    actor_start(&evictor);
    gate_wait();
    actor_start(&first);
    actor_expect_waiting(&first, "the sync did not wait for the eviction's write");
    stage.fail = true;
    gate_open();
    actor_join(&first);
    actor_join(&evictor);
    if (first.result != -EIO)
        fail("the sync tells of no error, and the eviction has written nothing");
    stage.fail = false;
    KTEST_ASSERT(vobj_sync(&stage_file) == 0);
    expect_on_disk(0x22222222);
}
