/* SPDX-License-Identifier: MIT
 * What nobody wrote reads as zeros: on blocks that held another file, past the end in the last
 * page, after a write that failed half-way, and after a mapping stored past the end.
 */
#include "tests/host/fs.h"

static uint8_t buffer[64 << 10];

/* Every free block has held something. */
static void soil(void)
{
    struct file *file = create_and_open("soil");
    memset(buffer, 0xee, sizeof buffer);
    while (file_write(file, buffer, sizeof buffer) == sizeof buffer)
        continue;
    file_close(file);
    remount();
    CHECK(filesys_remove("soil"), "remove");
}

static void check_zeros(struct file *file, off_t from, off_t to)
{
    off_t n = file_read_at(file, buffer, to - from, from);
    CHECK(n == to - from, "read %lld", (long long)n);
    CHECK(all_zero(buffer, n), "not all zero in %lld...%lld", (long long)from, (long long)to);
}

static void check_page_tail(struct file *file)
{
    off_t length = file_length(file);
    uint8_t *page;
    CHECK(!vobj_pin(inode_vobj(file_inode(file)), length / 4096, VOBJ_READ, (void **)&page), "pin");
    CHECK(all_zero(page + length % 4096, 4096 - length % 4096), "bytes past the end");
    vobj_unpin(inode_vobj(file_inode(file)), page, false);
}

static void test_gaps(void)
{
    struct file *file = create_and_open("gaps");
    CHECK(file_write_at(file, "head", 4, 0) == 4, "write");
    check_page_tail(file);
    CHECK(file_write_at(file, "tail", 4, 50001) == 4, "write");
    check_zeros(file, 4, 50001);
    check_page_tail(file);
    file_close(file);
    remount();
    file = open_file("gaps");
    check_zeros(file, 4, 50001);
    check_page_tail(file);
    file_close(file);
}

static void test_created_size(void)
{
    CHECK(filesys_create("sized", 30000), "create");
    struct file *file = open_file("sized");
    check_zeros(file, 0, 30000);
    CHECK(file_write_at(file, "x", 1, 10000) == 1, "write");
    check_zeros(file, 0, 10000);
    check_zeros(file, 10001, 30000);
    file_close(file);
}

/* The source of a write ends in the middle: nothing of it may show when the file grows over the
 * place. */
static void test_failed_write(void)
{
    struct file *file = create_and_open("failed");
    memset(buffer, 0xcc, sizeof buffer);
    CHECK(file_write(file, buffer, 1000) == 1000, "write");
    host_vobj_bad_address = buffer + 20000;
    CHECK(file_write(file, buffer, 30000) == -EFAULT, "a bad source");
    host_vobj_bad_address = NULL;
    CHECK(file_length(file) == 1000, "the length stays");
    check_page_tail(file);
    CHECK(file_write_at(file, "x", 1, 40000) == 1, "grow over it");
    check_zeros(file, 1000, 40000);
    file_close(file);
}

static void test_mapped_store(void)
{
    uint8_t *page;
    struct file *file = create_and_open("mapped");
    CHECK(file_write(file, "hello", 5) == 5, "write");
    CHECK(!vobj_pin(inode_vobj(file_inode(file)), 0, VOBJ_WRITE, (void **)&page), "pin");
    memset(page + 5, 0xdd, 4091);
    vobj_unpin(inode_vobj(file_inode(file)), page, true);
    CHECK(file_write_at(file, "x", 1, 9000) == 1, "grow");
    check_zeros(file, 5, 9000);
    file_close(file);
}

int main(void)
{
    format_and_mount(400);
    soil();
    test_gaps();
    test_created_size();
    test_failed_write();
    test_mapped_store();
    finish();
    return 0;
}
