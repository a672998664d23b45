/* SPDX-License-Identifier: MIT
 * The arithmetic of the on-disk format, and what a sound value is.  Used by the kernel and by fsck.
 */
#include "filesys/format.h"
#include <string.h>

/* FNV-1a over all of SUPER before its checksum. */
static uint32_t super_checksum(const struct fs_super *super)
{
    const uint8_t *p = (const uint8_t *)super;
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < offsetof(struct fs_super, checksum); i++)
        sum = (sum ^ p[i]) * 16777619u;
    return sum;
}

static uint32_t inodes_for(uint32_t block_count)
{
    uint32_t n = block_count / 4;
    n = n < FS_MIN_INODES ? FS_MIN_INODES : n > FS_MAX_INODES ? FS_MAX_INODES : n;
    return n - n % FS_INODES_PER_BLOCK;
}

bool fs_layout(uint32_t block_count, struct fs_super *super)
{
    if (block_count < FS_MIN_BLOCKS)
        return false;
    memset(super, 0, sizeof *super);
    memcpy(super->magic, FS_MAGIC, sizeof super->magic);
    super->version = FS_VERSION;
    super->block_size = FS_BLOCK_SIZE;
    super->block_count = block_count;
    super->inode_count = inodes_for(block_count);
    super->bitmap_start = 1;
    super->bitmap_blocks = (block_count - 1) / FS_BLOCK_BITS + 1;
    super->inode_start = super->bitmap_start + super->bitmap_blocks;
    super->inode_blocks = super->inode_count / FS_INODES_PER_BLOCK;
    super->data_start = super->inode_start + super->inode_blocks;
    super->checksum = super_checksum(super);
    return true;
}

const char *fs_super_problem(const struct fs_super *super, uint32_t device_blocks, uint32_t *value)
{
    struct fs_super want;
    *value = 0;
    if (memcmp(super->magic, FS_MAGIC, sizeof super->magic))
        return "has no Pageturner file system's magic";
    if (*value = super->version, super->version != FS_VERSION)
        return "has an unknown version";
    if (*value = super->block_size, super->block_size != FS_BLOCK_SIZE)
        return "has an unknown block size";
    if (*value = super->block_count, super->block_count > device_blocks)
        return "claims more blocks than the device has";
    if (!fs_layout(super->block_count, &want))
        return "claims too few blocks";
    if (*value = super->inode_count, super->inode_count != want.inode_count)
        return "has an impossible number of inodes";
    if (*value = super->data_start, super->data_start != want.data_start)
        return "has an impossible start of data";
    if (*value = super->checksum, memcmp(super, &want, sizeof want))
        return "has a wrong checksum";
    return NULL;
}

const char *fs_inode_problem(const struct fs_super *super, const struct fs_dinode *inode,
                             uint32_t inumber, uint32_t *value)
{
    if (*value = inode->magic, inode->magic != FS_INODE_MAGIC)
        return "has no inode's magic";
    if (*value = inode->inumber, inode->inumber != inumber)
        return "carries another's number";
    if (*value = inode->type, inode->type != FS_FILE && inode->type != FS_DIR)
        return "is of no known type";
    if (*value = inode->length, inode->length > FS_MAX_LENGTH)
        return "is impossibly long";
    if (inode->type == FS_DIR && inode->length % FS_BLOCK_SIZE)
        return "is a directory that does not end with a block";
    if (inode->type == FS_DIR && inode->length / FS_BLOCK_SIZE > super->inode_count)
        return "is a directory longer than all inodes need";
    return NULL;
}

const char *fs_dirent_problem(const struct fs_super *super, const struct fs_dirent *entry)
{
    size_t n = fs_dirent_name_length(entry);
    if (entry->inumber >= super->inode_count || entry->inumber == FS_ROOT_INUMBER)
        return "has an impossible inode number";
    if (n == 0)
        return "has no name";
    if (memchr(entry->name, '/', n))
        return "has a slash in its name";
    for (size_t i = n; i < FS_NAME_MAX; i++)
        if (entry->name[i])
            return "has bytes after the end of its name";
    return NULL;
}

size_t fs_dirent_name_length(const struct fs_dirent *entry)
{
    return strnlen(entry->name, FS_NAME_MAX);
}

bool fs_name_valid(const char *name)
{
    size_t n = strnlen(name, FS_NAME_MAX + 1);
    return n > 0 && n <= FS_NAME_MAX && !strchr(name, '/') && strcmp(name, ".") &&
           strcmp(name, "..");
}
