/* SPDX-License-Identifier: MIT
 * A full disk, and no inode left: what fits is kept and counted, the rest is an error, and removing
 * gives everything back.
 */
#include "tests/host/fs.h"

static void test_no_blocks(void)
{
    static uint8_t buffer[300000], back[300000];
    uint32_t before = blocks_in_use();
    struct file *file = create_and_open("filler");
    off_t total = 0, n;
    fill_random(buffer, sizeof buffer);
    while ((n = file_write(file, buffer, sizeof buffer)) == sizeof buffer)
        total += n;
    CHECK(n > 0, "the last write got %lld", (long long)n);
    total += n;
    CHECK(file_write(file, buffer, 1 + 4095) == -ENOSPC, "full");
    CHECK(file_length(file) == total, "length %lld, written %lld", (long long)file_length(file),
          (long long)total);
    CHECK(blocks_in_use() == fs.super.bitmap_blocks * FS_BLOCK_BITS, "every block is used");
    CHECK(file_read_at(file, back, n, total - n) == n && !memcmp(back, buffer, n), "content");
    CHECK(filesys_create("empty", 0), "an empty file needs no block");
    struct file *other = open_file("empty");
    CHECK(file_write(other, "x", 1) == -ENOSPC && file_length(other) == 0, "no room for a byte");
    file_close(other);
    file_close(file);
    remount();
    CHECK(filesys_remove("filler") && filesys_remove("empty"), "remove");
    CHECK(blocks_in_use() <= before + 1, "%u blocks were lost", blocks_in_use() - before);
}

static void test_no_inodes(void)
{
    unsigned made = 0;
    int err;
    while ((err = filesys_try_create(numbered("f", made), 0)) == 0)
        made++;
    CHECK(err == -ENOSPC, "error %d", err);
    CHECK(made == fs.super.inode_count - 2, "%u files of %u inodes", made, fs.super.inode_count);
    CHECK(!filesys_open(numbered("f", made)), "a failed create leaves no name");
    CHECK(filesys_remove("f-7"), "remove");
    CHECK(filesys_create(numbered("f", made), 0), "one is free again");
    for (unsigned i = 0; i <= made; i++)
        CHECK(filesys_remove(numbered("f", i)) == (i != 7), "remove %u", i);
}

/* The directory needs a block and there is none: the new inode is given back. */
static void test_no_directory_block(void)
{
    uint8_t page[4096] = {1};
    struct file *file = create_and_open("filler");
    for (int i = 0; i < 255; i++)
        CHECK(filesys_create(numbered("d", i), 0), "create %d", i);
    while (file_write(file, page, sizeof page) == sizeof page)
        continue;
    CHECK(filesys_try_create("one-more", 0) == -ENOSPC, "no room for its name");
    file_close(file);
    remount();
}

int main(void)
{
    format_and_mount(1300);
    test_no_blocks();
    test_no_inodes();
    finish();
    format_and_mount(1300);
    test_no_directory_block();
    finish();
    return 0;
}
