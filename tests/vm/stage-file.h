/* SPDX-License-Identifier: MIT
 * For tests of the page cache: a file that lies on the stage's disk, page i in slot i.
 */
#ifndef TESTS_VM_STAGE_FILE_H
#define TESTS_VM_STAGE_FILE_H

#include "tests/vm/stage.h"

static struct vobj stage_file;
static int stage_file_refs;

static int stage_locate(struct vobj *vobj, uint32_t index, bool allocate, block_sector_t *sector)
{
    *sector = index * VOBJ_PAGE_SECTORS;
    return 0;
}

static void stage_ref(struct vobj *vobj)
{
    stage_file_refs++;
}

static void stage_unref(struct vobj *vobj)
{
    stage_file_refs--;
}

static inline void stage_file_init(void)
{
    static const struct vobj_ops ops = {
        .locate = stage_locate, .ref = stage_ref, .unref = stage_unref};
    stage_init();
    vobj_init(&stage_file, &ops, stage.dev);
}

/* An address space with the first PAGES of the file at STAGE_BASE. */
static inline struct aspace *stage_map_file(size_t pages, enum region_kind kind)
{
    struct aspace *as = aspace_create(NULL);
    KTEST_ASSERT(as != NULL);
    struct region_spec spec = {
        .start = STAGE_BASE,
        .length = pages * PGSIZE,
        .kind = kind,
        .writable = true,
        .vobj = &stage_file,
        .file_bytes = pages * PGSIZE,
    };
    KTEST_ASSERT(aspace_map(as, &spec) == 0);
    return as;
}

#endif
