/* SPDX-License-Identifier: MIT
 * The power fails at any write of a rename, in whatever order page cache and disk write: the file
 * has its old name or its new one.  Where it does not fail, it has the new one alone, and what had
 * that is gone.
 */
#include "tests/host/fs.h"

#define OTHERS 300 /* The two names are in different blocks of the directory. */

static void put(const char *name, const char *text)
{
    struct file *file = create_and_open(name);
    CHECK(file_write(file, text, strlen(text)) == (off_t)strlen(text), "write %s", name);
    file_close(file);
}

static bool holds(const char *name, const char *text)
{
    char back[16] = "";
    struct file *file = filesys_open(name);
    if (!file)
        return false;
    off_t n = file_read(file, back, sizeof back - 1);
    file_close(file);
    return n == (off_t)strlen(text) && strcmp(back, text) == 0;
}

static void crash(unsigned long end)
{
    bool crashed;
    host_vobj_limit = 0;
    fs_unmount();
    host_vobj_crash();
    crashed = host_block_writes >= end;
    host_block_crash_at = 0;
    if (crashed && host_block_caches)
        host_block_lose(disk);
}

/* Renames with the last write to count being the Nth; were there more? */
static bool rename_until(unsigned long n, bool replace)
{
    format_and_mount(2500);
    put("from", "the file");
    for (int i = 0; i < OTHERS; i++)
        CHECK(filesys_try_create(numbered("other", i), 0) == 0, "create");
    if (replace)
        put("to", "another");
    remount();
    uint32_t before = blocks_in_use();
    host_vobj_seed = n + 1;
    host_vobj_limit = 4;
    host_block_crash_at = host_block_writes + n;
    CHECK(filesys_try_rename("from", "to") == 0, "rename");
    for (int i = 0; i < 5; i++)
        holds(numbered("other", random_below(OTHERS)), "");
    unsigned long end = host_block_crash_at;
    crash(end);
    bool crashed = host_block_writes >= end;
    CHECK(fs_mount(disk) == 0, "mount");
    bool old = holds("from", "the file"), new = holds("to", "the file");
    CHECK(old || new, "after write %lu the file has no name", n);
    if (!crashed) {
        CHECK(!old && new, "renamed");
        CHECK(blocks_in_use() == before - replace, "the file that had the name is gone");
        finish();
    } else {
        fs_unmount();
        host_block_close(disk);
        fclose(disk_file);
    }
    return crashed;
}

static void check_empty(void)
{
    static uint8_t bytes[300000];
    format_and_mount(2500);
    struct file *file = create_and_open("file");
    uint32_t before = blocks_in_use(), number = inode_inumber(file_get_inode(file));
    fill_random(bytes, sizeof bytes);
    CHECK(file_write(file, bytes, sizeof bytes) == sizeof bytes, "write");
    struct file *second = open_file("file");
    CHECK(inode_empty(file_get_inode(file)) == -EBUSY, "another has it open");
    file_close(second);
    CHECK(inode_empty(file_get_inode(file)) == 0 && file_length(file) == 0, "empty");
    CHECK(blocks_in_use() == before, "its blocks are free");
    CHECK(file_write_at(file, "x", 1, 250000) == 1, "a write far behind the end");
    CHECK(file_read_at(file, bytes, 250001, 0) == 250001 && all_zero(bytes, 250000), "zeros");
    file_close(file);
    remount();
    file = open_file("file");
    CHECK(inode_inumber(file_get_inode(file)) == number && file_length(file) == 250001, "it stays");
    CHECK(inode_empty(file_get_inode(file)) == 0, "empty");
    file_close(file);
    finish();
}

int main(void)
{
    host_reports_quiet = true;
    for (int kind = 0; kind < 4; kind++) {
        host_block_caches = kind >= 2;
        for (unsigned long n = 1; rename_until(n, kind % 2); n++)
            continue;
    }
    check_empty();
    return 0;
}
