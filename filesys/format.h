/* SPDX-License-Identifier: MIT
 * What is on the disk.  All numbers are little-endian; a block is 4096 bytes, as a page is.
 *
 *     block 0              superblock
 *     bitmap_start ...     one bit per block, 1 = in use; all blocks up to data_start are
 *     inode_start ...      32 inodes of 128 bytes per block; 0 is never used, 1 is the root
 *     data_start ...       content of files and directories, indirect blocks
 *
 * A directory's content is an array of fs_dirent.  A block number of 0 in a map is a hole: zeros.
 * Everything here is read from a disk that may hold anything: check before use (layout.c).
 */
#ifndef FILESYS_FORMAT_H
#define FILESYS_FORMAT_H

#include <debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FS_BLOCK_SIZE 4096u
#define FS_BLOCK_SECTORS (FS_BLOCK_SIZE / 512)
#define FS_BLOCK_BITS (FS_BLOCK_SIZE * 8)
#define FS_BLOCK_PTRS (FS_BLOCK_SIZE / 4)

#define FS_MAGIC "PTRNFS\r\n"
#define FS_VERSION 1u

struct fs_super {
    char magic[8];
    uint32_t version;
    uint32_t block_size;
    uint32_t block_count;
    uint32_t inode_count; /* Including number 0. */
    uint32_t bitmap_start;
    uint32_t bitmap_blocks;
    uint32_t inode_start;
    uint32_t inode_blocks;
    uint32_t data_start;
    uint32_t checksum; /* Of all fields before. */
};
static_assert(sizeof(struct fs_super) == 48, "superblock layout");

#define FS_MAP_DIRECT 24u
#define FS_MAP_INDIRECT 24u /* Slot of the indirect block, */
#define FS_MAP_DOUBLE 25u   /* and of the double indirect block. */
#define FS_MAP_SLOTS 26u
#define FS_MAX_BLOCKS (FS_MAP_DIRECT + FS_BLOCK_PTRS + FS_BLOCK_PTRS * FS_BLOCK_PTRS)
#define FS_MAX_LENGTH 0x7fffffff /* What an off_t can say. */
static_assert((uint64_t)FS_MAX_BLOCKS * FS_BLOCK_SIZE > FS_MAX_LENGTH, "every length has a map");

#define FS_INODE_MAGIC 0x45444f4eu
enum fs_inode_type { FS_FREE = 0, FS_FILE = 1, FS_DIR = 2 };

struct fs_dinode {
    uint32_t magic;   /* Not checked in a free inode. */
    uint32_t inumber; /* Its own. */
    uint32_t type;
    uint32_t length; /* Bytes. */
    uint32_t unused[2];
    uint32_t map[FS_MAP_SLOTS];
};
static_assert(sizeof(struct fs_dinode) == 128, "inode layout");
#define FS_INODES_PER_BLOCK (FS_BLOCK_SIZE / sizeof(struct fs_dinode))

#define FS_ROOT_INUMBER 1u
#define FS_MIN_INODES 64u
#define FS_MAX_INODES 16384u

#define FS_NAME_MAX 14
struct fs_dirent {
    uint16_t inumber;       /* 0: a free entry. */
    char name[FS_NAME_MAX]; /* Filled up with zeros; no zero if it is 14 long. */
};
static_assert(sizeof(struct fs_dirent) == 16, "directory entry layout");
#define FS_DIRENTS_PER_BLOCK (FS_BLOCK_SIZE / sizeof(struct fs_dirent))

/* The smallest device that can be formatted. */
#define FS_MIN_BLOCKS 16u

/* The superblock for a device of BLOCK_COUNT blocks.  False if it is too small. */
bool fs_layout(uint32_t block_count, struct fs_super *super);

/* What is wrong with SUPER on a device of DEVICE_BLOCKS blocks, as the end of a sentence that
 * begins "The superblock"; *VALUE gets the number in question.  NULL if nothing is. */
const char *fs_super_problem(const struct fs_super *super, uint32_t device_blocks, uint32_t *value);

/* Likewise, "inode INUMBER ...", for one that is said to be in use. */
const char *fs_inode_problem(const struct fs_super *super, const struct fs_dinode *inode,
                             uint32_t inumber, uint32_t *value);

/* Likewise, "an entry of the directory ...", for one that is not free. */
const char *fs_dirent_problem(const struct fs_super *super, const struct fs_dirent *entry);

/* May a map point to BLOCK? */
static inline bool fs_block_valid(const struct fs_super *super, uint32_t block)
{
    return block >= super->data_start && block < super->block_count;
}

/* The bytes of ENTRY's name. */
size_t fs_dirent_name_length(const struct fs_dirent *entry);

/* Is NAME one that a file can have: 1 to 14 bytes, no slash, not "." or ".."? */
bool fs_name_valid(const char *name);

#endif
