/* SPDX-License-Identifier: MIT
 * Files by name: create, write, read, grow over every kind of map block, remove while open, deny
 * writes, list; and all of it still there after the image is closed and opened again.
 */
#include "tests/host/fs.h"

#define BIG (6 << 20) /* Over direct, indirect and double indirect blocks. */

static uint8_t pattern_at(uint32_t offset)
{
    return offset * 2654435761u >> 24;
}

static void write_pattern(struct file *file, uint32_t from, uint32_t to, uint32_t step)
{
    uint8_t *buffer = malloc(step);
    while (from < to) {
        uint32_t n = step < to - from ? step : to - from;
        for (uint32_t i = 0; i < n; i++)
            buffer[i] = pattern_at(from + i);
        CHECK(file_write(file, buffer, n) == (off_t)n, "short write at %u", from);
        from += n;
    }
    free(buffer);
}

static void check_pattern(struct file *file, uint32_t length, uint32_t step)
{
    uint8_t *buffer = malloc(step);
    uint32_t at = 0;
    CHECK(file_length(file) == (off_t)length, "length %lld", (long long)file_length(file));
    for (off_t n; (n = file_read(file, buffer, step)) > 0; at += n)
        for (off_t i = 0; i < n; i++)
            CHECK(buffer[i] == pattern_at(at + i), "wrong byte at %u", (unsigned)(at + i));
    CHECK(at == length, "read %u bytes of %u", at, length);
    free(buffer);
}

static void test_names(void)
{
    CHECK(filesys_try_create("", 0) == -EINVAL, "empty name");
    CHECK(filesys_try_create("a/b", 0) == -EINVAL, "slash");
    CHECK(filesys_try_create("..", 0) == -EINVAL, "dots");
    CHECK(filesys_try_create("fifteen-letters", 0) == -ENAMETOOLONG, "15 letters");
    CHECK(filesys_try_create("x", -1) == -EINVAL, "negative size");
    CHECK(filesys_create("fourteen-lette", 5), "14 letters");
    CHECK(filesys_try_create("fourteen-lette", 5) == -EEXIST, "exists");
    CHECK(!filesys_open("fourteen-lett"), "a prefix is another name");
    CHECK(!filesys_open("fourteen-letter"), "a longer one too");
    CHECK(filesys_try_remove("nope") == -ENOENT, "remove what is not there");
    CHECK(filesys_remove("fourteen-lette"), "remove");
    CHECK(!filesys_open("fourteen-lette"), "it went");
}

static void test_growth(void)
{
    struct file *file = create_and_open("big");
    write_pattern(file, 0, BIG, 9973);
    file_seek(file, 0);
    check_pattern(file, BIG, 4096);
    file_close(file);
    remount();
    file = open_file("big");
    check_pattern(file, BIG, 70000);
    file_close(file);
}

static void test_sparse(void)
{
    uint8_t buffer[100];
    struct file *file = create_and_open("sparse");
    uint32_t before = blocks_in_use();
    file_seek(file, 0x7fffff00);
    CHECK(file_write(file, "end", 3) == 3, "write far out");
    CHECK(blocks_in_use() - before == 3, "a block and two that map it");
    CHECK(file_write_at(file, buffer, 100, 0x7fffffff) == -EFBIG, "no longer than 2 GB");
    CHECK(file_write_at(file, "abcdef", 6, 0x7ffffffc) == 3, "up to the last byte");
    CHECK(file_length(file) == 0x7fffffff, "length");
    CHECK(file_read_at(file, buffer, 100, 5 << 20) == 100 && all_zero(buffer, 100), "hole");
    file_close(file);
    CHECK(filesys_remove("sparse"), "remove");
    CHECK(blocks_in_use() == before, "all came back");
}

static void test_remove_open(void)
{
    struct file *file = open_file("big");
    uint32_t before = blocks_in_use();
    CHECK(filesys_remove("big"), "remove");
    CHECK(!filesys_open("big"), "no name");
    CHECK(filesys_create("big", 10), "the name is free");
    struct file *again = file_reopen(file);
    file_close(file);
    check_pattern(again, BIG, 4096);
    write_pattern(again, BIG, BIG + 5000, 5000);
    CHECK(inode_inumber(file_inode(again)) >= 2, "number");
    file_close(again);
    CHECK(before - blocks_in_use() == BIG / 4096 + 3, "freed %u", before - blocks_in_use());
    file = open_file("big");
    CHECK(file_length(file) == 10, "the new one");
    file_close(file);
}

static void test_deny(void)
{
    struct file *a = open_file("big"), *b = open_file("big");
    file_deny_write(a);
    file_deny_write(a);
    CHECK(file_write(b, "x", 1) == 0 && file_write(a, "x", 1) == 0, "denied to all");
    file_allow_write(a);
    CHECK(file_write(b, "x", 1) == 1, "allowed");
    file_deny_write(b);
    file_close(b);
    CHECK(file_write(a, "x", 1) == 1, "closing allows");
    file_close(a);
}

static void test_listing(void)
{
    char name[NAME_MAX + 1];
    unsigned seen = 0;
    for (int i = 0; i < 300; i++)
        CHECK(filesys_create(numbered("file", i), i), "create %d", i);
    for (int i = 0; i < 300; i += 2)
        CHECK(filesys_remove(numbered("file", i)), "remove %d", i);
    remount();
    struct dir *dir = dir_open_root();
    while (dir_readdir(dir, name))
        seen += !strncmp(name, "file-", 5) && atoi(name + 5) % 2 == 1;
    CHECK(seen == 150, "listed %u", seen);
    CHECK(!dir_readdir(dir, name), "the end stays the end");
    dir_close(dir);
}

int main(void)
{
    format_and_mount(2500);
    test_names();
    test_growth();
    test_sparse();
    test_remove_open();
    test_deny();
    test_listing();
    finish();
    return 0;
}
