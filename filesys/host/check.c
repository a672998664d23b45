/* SPDX-License-Identifier: MIT
 * The checks of fsck, also called by tests.
 *
 * Reads the image block by block, past all of the file system's own code but the format's checks
 * (layout.c), since that code trusts its cache.  Every block is looked at once: whatever the image
 * holds, the work is bounded by its size.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "devices/block.h"
#include "filesys/format.h"
#include "filesys/host/host.h"

#define MAX_LINES 50

struct entry {
    struct fs_dirent dirent;
    uint32_t index;
};

static struct block *dev;
static struct fs_super super;
static uint32_t *owner;       /* By block: the inode that has it. */
static uint8_t *types;        /* By inode number: its type, if sound. */
static uint32_t *lengths;     /* By inode number. */
static struct entry *entries; /* Of the root directory, those in use. */
static size_t entry_count;
static unsigned long problems;

static void PRINTF_FORMAT(1, 2) problem(const char *format, ...)
{
    va_list args;
    if (++problems > MAX_LINES)
        return;
    va_start(args, format);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p)
        die("no memory for %zu items of %zu bytes", count, size);
    return p;
}

static bool read_block(uint32_t block, void *data, const char *what)
{
    if (!host_block_transfer(dev, block * FS_BLOCK_SECTORS, data, false))
        return true;
    problem("block %u (%s) cannot be read", block, what);
    return false;
}

/* ---- Inodes and their blocks ---- */

static void collect_entries(uint32_t block, uint32_t index)
{
    struct fs_dirent page[FS_DIRENTS_PER_BLOCK];
    if ((uint64_t)index * FS_BLOCK_SIZE >= lengths[FS_ROOT_INUMBER])
        return;
    if (!read_block(block, page, "root directory"))
        return;
    entries = realloc(entries, (entry_count + FS_DIRENTS_PER_BLOCK) * sizeof *entries);
    if (!entries)
        die("no memory for the directory");
    for (size_t i = 0; i < FS_DIRENTS_PER_BLOCK; i++)
        if (page[i].inumber)
            entries[entry_count++] =
                (struct entry){page[i], (uint32_t)(index * FS_DIRENTS_PER_BLOCK + i)};
}

/* Notes that inode INUMBER has BLOCK.  False if it cannot, or if another has it. */
static bool claim(uint32_t inumber, uint32_t block)
{
    if (!fs_block_valid(&super, block)) {
        problem("inode %u: points to block %u, which is not in %u...%u", inumber, block,
                super.data_start, super.block_count - 1);
        return false;
    }
    if (owner[block]) {
        problem("inode %u: points to block %u, which inode %u has%s", inumber, block, owner[block],
                owner[block] == inumber ? " already" : "");
        return false;
    }
    owner[block] = inumber;
    return true;
}

/* Claims BLOCK, which maps from page INDEX on, with what it points to.  (At most 3 levels deep.) */
static void claim_tree(uint32_t inumber, uint32_t block, unsigned level, uint32_t index)
{
    uint32_t pointers[FS_BLOCK_PTRS];
    if (!block || !claim(inumber, block))
        return;
    if (level == 0) {
        if (inumber == FS_ROOT_INUMBER)
            collect_entries(block, index);
        return;
    }
    if (!read_block(block, pointers, "indirect block"))
        return;
    for (uint32_t i = 0; i < FS_BLOCK_PTRS; i++)
        claim_tree(inumber, pointers[i], level - 1, index + i * (level == 2 ? FS_BLOCK_PTRS : 1));
}

static void check_inode(uint32_t inumber, const struct fs_dinode *inode)
{
    uint32_t value;
    if (inode->type == FS_FREE)
        return;
    const char *what = fs_inode_problem(&super, inode, inumber, &value);
    if (what) {
        problem("inode %u: %s (%u)", inumber, what, value);
        return;
    }
    types[inumber] = inode->type;
    lengths[inumber] = inode->length;
    for (uint32_t i = 0; i < FS_MAP_DIRECT; i++)
        claim_tree(inumber, inode->map[i], 0, i);
    claim_tree(inumber, inode->map[FS_MAP_INDIRECT], 1, FS_MAP_DIRECT);
    claim_tree(inumber, inode->map[FS_MAP_DOUBLE], 2, FS_MAP_DIRECT + FS_BLOCK_PTRS);
}

static void check_inodes(void)
{
    struct fs_dinode page[FS_INODES_PER_BLOCK];
    for (uint32_t b = 0; b < super.inode_blocks; b++) {
        if (!read_block(super.inode_start + b, page, "inode table"))
            continue;
        for (uint32_t i = b == 0; i < FS_INODES_PER_BLOCK; i++)
            check_inode(b * FS_INODES_PER_BLOCK + i, &page[i]);
    }
    if (types[FS_ROOT_INUMBER] != FS_DIR)
        problem("inode %u: is not a directory, but is the root", FS_ROOT_INUMBER);
}

/* ---- The bitmap ---- */

static uint32_t leaked, first_leaked;

static void check_bit(uint32_t block, bool used)
{
    bool data = fs_block_valid(&super, block);
    if (!used && !data)
        problem("bitmap: block %u is free, but it holds metadata or lies past the end", block);
    else if (!used && owner[block])
        problem("bitmap: block %u is free, but inode %u has it", block, owner[block]);
    else if (used && data && !owner[block] && leaked++ == 0)
        first_leaked = block;
}

static uint32_t check_bitmap(void)
{
    uint8_t page[FS_BLOCK_SIZE];
    uint32_t in_use = 0;
    for (uint32_t b = 0; b < super.bitmap_blocks; b++) {
        if (!read_block(super.bitmap_start + b, page, "bitmap"))
            continue;
        for (uint32_t i = 0; i < FS_BLOCK_BITS; i++) {
            bool used = page[i / 8] >> (i % 8) & 1;
            uint32_t block = b * FS_BLOCK_BITS + i;
            check_bit(block, used);
            in_use += used && block < super.block_count;
        }
    }
    if (leaked)
        problem("bitmap: %u blocks are in use by nobody, the first is %u", leaked, first_leaked);
    return in_use;
}

/* ---- Names ---- */

static int by_name(const void *a, const void *b)
{
    return memcmp(((const struct entry *)a)->dirent.name, ((const struct entry *)b)->dirent.name,
                  FS_NAME_MAX);
}

static void check_entry(const struct entry *e, uint32_t *names)
{
    int length = (int)fs_dirent_name_length(&e->dirent);
    const char *name = e->dirent.name, *what = fs_dirent_problem(&super, &e->dirent);
    uint32_t inumber = e->dirent.inumber;
    if (what)
        problem("root entry %u ('%.*s', inode %u): %s", e->index, length, name, inumber, what);
    else if (types[inumber] == FS_FREE)
        problem("root entry %u ('%.*s'): inode %u is free or damaged", e->index, length, name,
                inumber);
    else if (names[inumber]++)
        problem("root entry %u ('%.*s'): inode %u has another name too", e->index, length, name,
                inumber);
}

static uint32_t check_names(void)
{
    uint32_t *names = allocate(super.inode_count, sizeof *names), files = 0;
    if (entry_count > 1)
        qsort(entries, entry_count, sizeof *entries, by_name);
    for (size_t i = 0; i < entry_count; i++) {
        const struct fs_dirent *d = &entries[i].dirent;
        check_entry(&entries[i], names);
        if (i > 0 && by_name(&entries[i - 1], &entries[i]) == 0)
            problem("root entries %u and %u: both have the name '%.*s'", entries[i - 1].index,
                    entries[i].index, (int)fs_dirent_name_length(d), d->name);
    }
    for (uint32_t i = FS_ROOT_INUMBER + 1; i < super.inode_count; i++) {
        files += types[i] != FS_FREE;
        if (types[i] != FS_FREE && !names[i])
            problem("inode %u: has no name (%u bytes; removed while open?)", i, lengths[i]);
    }
    free(names);
    return files;
}

/* ---- All of it ---- */

static bool read_super(const char *path)
{
    uint8_t page[FS_BLOCK_SIZE];
    uint32_t value, blocks = block_size(dev) / FS_BLOCK_SECTORS;
    if (blocks == 0 || !read_block(0, page, "superblock")) {
        problem("%s: too short for a file system", path);
        return false;
    }
    memcpy(&super, page, sizeof super);
    const char *what = fs_super_problem(&super, blocks, &value);
    if (what)
        problem("superblock: %s (%u)", what, value);
    return !what;
}

static void check(const char *path)
{
    if (!read_super(path))
        return;
    owner = allocate((size_t)super.bitmap_blocks * FS_BLOCK_BITS, sizeof *owner);
    types = allocate(super.inode_count, sizeof *types);
    lengths = allocate(super.inode_count, sizeof *lengths);
    check_inodes();
    uint32_t in_use = check_bitmap();
    uint32_t files = check_names();
    if (problems > MAX_LINES)
        printf("(%lu more problems not shown)\n", problems - MAX_LINES);
    printf("%s: %u files, %u of %u blocks in use\n", path, files, in_use, super.block_count);
}

unsigned long fsck_check(struct block *device, const char *path)
{
    dev = device;
    problems = 0;
    entry_count = 0;
    leaked = 0;
    check(path);
    free(owner);
    free(types);
    free(lengths);
    free(entries);
    owner = lengths = NULL;
    types = NULL;
    entries = NULL;
    return problems;
}
