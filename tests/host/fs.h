/* SPDX-License-Identifier: MIT
 * For the host tests of filesys/: a file system in a temporary file, and checks.
 */
#ifndef TESTS_HOST_FS_H
#define TESTS_HOST_FS_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <xorshift.h>
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/fs.h"
#include "filesys/host/host.h"
#include "filesys/inode.h"
#include "tests/host/check.h"

const char *program = "test";

#define UNUSED_FN __attribute__((unused))

static FILE *disk_file;
static struct block *disk;

/* A disk of N blocks full of junk. */
static UNUSED_FN void make_disk(uint32_t blocks)
{
    uint8_t junk[FS_BLOCK_SIZE];
    memset(junk, 0xa5, sizeof junk);
    disk_file = tmpfile();
    CHECK(disk_file, "no temporary file");
    for (uint32_t i = 0; i < blocks; i++)
        CHECK(fwrite(junk, sizeof junk, 1, disk_file) == 1, "cannot write it");
    fflush(disk_file);
    disk = host_block_open(fileno(disk_file), 0, blocks * FS_BLOCK_SECTORS, "test");
}

static UNUSED_FN void format_and_mount(uint32_t blocks)
{
    make_disk(blocks);
    CHECK(fs_format(disk) == 0, "format");
    CHECK(fs_mount(disk) == 0, "mount");
}

/* Nothing is pinned and nothing was left in the cache. */
static UNUSED_FN void unmount(void)
{
    CHECK(host_vobj_pinned == 0, "%u pages are pinned", host_vobj_pinned);
    CHECK(fs_unmount() == 0, "unmount");
    CHECK(host_vobj_cached == 0, "%u pages stayed in the cache", host_vobj_cached);
    CHECK(inode_cached() == 0, "%u inodes stayed in memory", inode_cached());
}

/* Unmounts, checks the disk with fsck, and mounts again. */
static UNUSED_FN void remount(void)
{
    unmount();
    CHECK(fsck_check(disk, "disk") == 0, "fsck found problems");
    CHECK(fs_mount(disk) == 0, "mount");
}

/* Unmounts, checks, and frees the disk. */
static UNUSED_FN void finish(void)
{
    remount();
    unmount();
    host_block_close(disk);
    fclose(disk_file);
}

static UNUSED_FN struct file *open_file(const char *name)
{
    struct file *file = filesys_open(name);
    CHECK(file, "cannot open %s", name);
    return file;
}

static UNUSED_FN struct file *create_and_open(const char *name)
{
    int err = filesys_try_create(name, 0);
    CHECK(err == 0, "cannot create %s: %d", name, err);
    return open_file(name);
}

/* How many blocks the bitmap has in use. */
static UNUSED_FN uint32_t blocks_in_use(void)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < fs.super.bitmap_blocks; b++) {
        void *page;
        CHECK(vobj_pin(&fs.bitmap, fs.super.bitmap_start + b, VOBJ_READ, &page) == 0, "bitmap");
        for (uint32_t i = 0; i < FS_BLOCK_SIZE / 4; i++)
            count += __builtin_popcount(((uint32_t *)page)[i]);
        vobj_unpin(&fs.bitmap, page, false);
    }
    return count;
}

/* "PREFIX-N", good until the next call. */
static UNUSED_FN const char *numbered(const char *prefix, unsigned n)
{
    static char name[32];
    snprintf(name, sizeof name, "%s-%u", prefix, n);
    return name;
}

static uint32_t random_state = 1;

static UNUSED_FN uint32_t random_below(uint32_t n)
{
    return xorshift32(&random_state) % n;
}

static UNUSED_FN void fill_random(uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p[i] = random_below(255) + 1;
}

static UNUSED_FN bool all_zero(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i])
            return false;
    return true;
}

#endif
