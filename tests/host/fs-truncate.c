/* SPDX-License-Identifier: MIT
 * The power fails at any write while a file is emptied and written anew and another file gets the
 * blocks that it had, in whatever order page cache and disk write: no block is owned twice, and
 * neither file has bytes of the other, nor gets any when the disk is written on.  So too where
 * others have the file open and a new one takes its name, which is there all the time.
 */
#include "tests/host/fs.h"

#define BLOCKS 80
#define OLD_PAGES 30 /* Direct blocks, and more. */
#define NEW_PAGES 6
#define BETWEEN 40 /* The two inodes are in different blocks. */

enum { OLD = 1, NEW, OTHER, LATER }; /* What the bytes of each content are. */

static uint8_t page[FS_BLOCK_SIZE];

/* From the crash on what is read need not be what was written, and calls may fail. */
static bool is_lost(void)
{
    return host_block_crash_at && host_block_writes > host_block_crash_at;
}

static void put_pages(struct file *file, uint8_t byte, int pages)
{
    memset(page, byte, sizeof page);
    for (int i = 0; i < pages; i++) {
        off_t n = file_write_at(file, page, sizeof page, i * FS_BLOCK_SIZE);
        CHECK(n == sizeof page || n == -ENOSPC || is_lost(), "write: %d", (int)n);
    }
}

/* All bytes of NAME are 0, or ONE or TWO; in each page the same. */
static void expect_bytes(const char *when, const char *name, uint8_t one, uint8_t two)
{
    struct file *file = filesys_open(name);
    if (!file)
        return;
    for (off_t at = 0; at < file_length(file); at += sizeof page) {
        off_t n = file_read_at(file, page, sizeof page, at);
        CHECK(n > 0, "read %s: %d", name, (int)n);
        for (off_t i = 0; i < n; i++)
            CHECK(page[i] == page[0] && (page[i] == 0 || page[i] == one || page[i] == two),
                  "%s: %s has %#x at %d", when, name, page[i], (int)(at + i));
    }
    file_close(file);
}

/* What fsck says of the disk; does any line have TEXT? */
static bool fsck_says(const char *text)
{
    char line[200];
    FILE *out = tmpfile();
    bool says = false;
    int console = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(fileno(out), STDOUT_FILENO);
    fsck_check(disk, "disk");
    fflush(stdout);
    dup2(console, STDOUT_FILENO);
    close(console);
    for (rewind(out); fgets(line, sizeof line, out);)
        says = says || strstr(line, text);
    fclose(out);
    return says;
}

/* Did the power fail before all was written, which is after write END? */
static bool crash(unsigned long end)
{
    host_vobj_limit = 0;
    fs_unmount();
    host_vobj_crash();
    host_block_crash_at = 0;
    if (host_block_writes >= end && host_block_caches)
        host_block_lose(disk);
    return host_block_writes >= end;
}

static void empty_and_write(bool in_use)
{
    struct file *other = open_file("other"), *file = open_file("file");
    if (in_use) {
        CHECK(filesys_try_renew("file") == 0 || is_lost(), "renew");
        CHECK(file_length(file) == OLD_PAGES * FS_BLOCK_SIZE, "who has it open keeps it");
        file_close(file);
        file = filesys_open("file");
        if (!file && is_lost())
            file = file_reopen(other);
    } else {
        CHECK(inode_empty(file_get_inode(file)) == 0 || is_lost(), "empty");
    }
    put_pages(other, OTHER, OLD_PAGES + 10);
    put_pages(file, NEW, NEW_PAGES);
    CHECK(inode_sync(file_get_inode(other)) == 0 || is_lost(), "sync");
    file_close(other);
    file_close(file);
}

/* With the last write to count being the Nth; were there more? */
static bool try_until(unsigned long n, unsigned limit, bool in_use)
{
    format_and_mount(BLOCKS);
    CHECK(filesys_try_create("other", 0) == 0, "create");
    for (int i = 0; i < BETWEEN; i++)
        CHECK(filesys_try_create(numbered("between", i), 0) == 0, "create");
    struct file *file = create_and_open("file");
    put_pages(file, OLD, OLD_PAGES);
    file_close(file);
    remount();
    host_vobj_seed = n + 1;
    host_vobj_limit = limit;
    host_block_crash_at = host_block_writes + n;
    empty_and_write(in_use);
    bool crashed = crash(host_block_crash_at);

    CHECK(!fsck_says("which inode"), "write %lu: a block is owned twice", n);
    CHECK(!fsck_says("is free, but inode"), "write %lu: an owned block is free", n);
    CHECK(fs_mount(disk) == 0, "mount");
    file_close(open_file("file"));
    expect_bytes("then", "file", OLD, NEW);
    expect_bytes("then", "other", OTHER, OTHER);
    if (filesys_try_create("later", 0) == 0) {
        file = open_file("later");
        put_pages(file, LATER, BLOCKS);
        file_close(file);
    }
    expect_bytes("later", "file", OLD, NEW);
    expect_bytes("later", "other", OTHER, OTHER);
    fs_unmount();
    host_block_close(disk);
    fclose(disk_file);
    return crashed;
}

int main(void)
{
    host_reports_quiet = true;
    for (unsigned limit = 4; limit <= 256; limit *= 64)
        for (int kind = 0; kind < (limit < 256 ? 4 : 2); kind++) {
            host_block_caches = kind >= 2;
            for (unsigned long n = 1; try_until(n, limit, kind % 2); n++)
                continue;
        }
    return 0;
}
