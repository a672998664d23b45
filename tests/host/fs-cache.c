/* SPDX-License-Identifier: MIT
 * A file that was closed stays in memory with its pages: opening and reading it again moves
 * nothing.  Of closed inodes only so many stay.
 */
#include "tests/host/fs.h"

static uint8_t buffer[50000];

static void make(const char *name)
{
    struct file *file = create_and_open(name);
    CHECK(file_write(file, buffer, sizeof buffer) == sizeof buffer, "write");
    file_close(file);
}

static void read_all(const char *name)
{
    struct file *file = open_file(name);
    CHECK(file_read(file, buffer, sizeof buffer) == sizeof buffer, "read");
    file_close(file);
}

static void test_reopen(void)
{
    make("file");
    remount();
    read_all("file");
    unsigned long reads = host_block_reads;
    for (int i = 0; i < 10; i++)
        read_all("file");
    CHECK(host_block_reads == reads, "%lu reads", host_block_reads - reads);
}

static void test_bound(void)
{
    for (int i = 0; i < 60; i++)
        make(numbered("f", i));
    CHECK(inode_cached() <= 33, "%u inodes in memory", inode_cached());
    unsigned long reads = host_block_reads;
    for (int i = 35; i < 60; i++)
        read_all(numbered("f", i));
    CHECK(host_block_reads == reads, "the last ones are in memory");
    read_all("f-3");
    CHECK(host_block_reads > reads, "an early one is not");
}

/* A mapping keeps the inode in use, as an open file does. */
static void test_mapping(void)
{
    struct file *file = create_and_open("mapped");
    struct vobj *vobj = inode_vobj(file_inode(file));
    uint32_t before = blocks_in_use();
    void *page;
    vobj->ops->ref(vobj);
    file_close(file);
    CHECK(filesys_remove("mapped"), "remove");
    CHECK(!vobj_pin(vobj, 0, VOBJ_WRITE, &page), "pin");
    vobj_unpin(vobj, page, true);
    CHECK(blocks_in_use() == before + 1, "a block");
    vobj->ops->unref(vobj);
    CHECK(blocks_in_use() == before, "went with the last mapping");
}

int main(void)
{
    format_and_mount(2000);
    test_reopen();
    test_bound();
    test_mapping();
    finish();
    return 0;
}
