/* SPDX-License-Identifier: MIT
 * Disk images: the partition table and the kernel's argument sectors (threads/loader.h).
 */
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "filesys/format.h"
#include "filesys/host/host.h"
#include "threads/loader.h"

#define SECTOR 512u
#define PART_ENTRY 16

static uint32_t get32(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void put32(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = value >> 8 * i;
}

static void read_table(struct image *image, const uint8_t *mbr)
{
    for (int i = 0; i < 4; i++) {
        const uint8_t *e = mbr + LOADER_PARTITIONS + i * PART_ENTRY;
        struct partition *p = &image->parts[i];
        *p = (struct partition){e[4], get32(e + 8), get32(e + 12)};
        if (p->type && (uint64_t)p->start + p->sectors > image->sectors)
            die("%s: partition %d ends at sector %llu, the image at %llu: it was cut, make it anew",
                image->path, i + 1, (unsigned long long)p->start + p->sectors,
                (unsigned long long)image->sectors);
    }
}

void image_open(struct image *image, const char *path, bool writable)
{
    struct stat st;
    uint8_t mbr[SECTOR];
    *image = (struct image){.path = path, .fd = open(path, writable ? O_RDWR : O_RDONLY)};
    if (image->fd < 0 || fstat(image->fd, &st))
        die("%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        die("%s: not a regular file", path);
    image->sectors = st.st_size / SECTOR;
    if (pread(image->fd, mbr, sizeof mbr, 0) != sizeof mbr)
        die("%s: has %lld bytes, that is no disk image", path, (long long)st.st_size);
    image->bare = !memcmp(mbr, FS_MAGIC, 8);
    if (!image->bare && (mbr[510] != 0x55 || mbr[511] != 0xaa))
        die("%s: neither a partition table nor a file system at its start", path);
    if (!image->bare)
        read_table(image, mbr);
}

void image_close(struct image *image)
{
    if (close(image->fd))
        die("%s: %s", image->path, strerror(errno));
}

struct partition *image_find(struct image *image, uint8_t type)
{
    for (int i = 0; i < 4; i++)
        if (image->parts[i].type == type)
            return &image->parts[i];
    return NULL;
}

struct block *image_filesys(struct image *image)
{
    struct partition *p = image_find(image, PART_FILESYS);
    if (image->bare)
        return host_block_open(image->fd, 0, image->sectors, image->path);
    if (!p)
        die("%s: has no file-system partition (type 0x%02x); mkdisk --filesys MB makes one",
            image->path, PART_FILESYS);
    return host_block_open(image->fd, p->start, p->sectors, image->path);
}

void image_write(struct image *image, uint32_t sector, const void *data, size_t n)
{
    ssize_t done = pwrite(image->fd, data, n, (uint64_t)sector * SECTOR);
    if (done != (ssize_t)n)
        die("%s: cannot write %zu bytes at sector %u: %s", image->path, n, sector,
            done < 0 ? strerror(errno) : "the disk is full");
}

void image_write_args(struct image *image, const char *args)
{
    uint8_t buffer[LOADER_ARG_SECTORS * SECTOR] = LOADER_ARG_MAGIC;
    struct partition *p = image_find(image, PART_KERNEL);
    size_t n = strlen(args);
    if (!p || p->sectors <= LOADER_ARG_SECTORS)
        die("%s: has no kernel partition (type 0x%02x) to keep arguments in; mkdisk --kernel makes "
            "one",
            image->path, PART_KERNEL);
    if (n > LOADER_ARG_MAX)
        usage_error("the kernel's arguments have %zu bytes, at most %d fit", n, LOADER_ARG_MAX);
    put32(buffer + 8, n);
    memcpy(buffer + LOADER_ARG_OFFSET, args, n);
    image_write(image, p->start, buffer, sizeof buffer);
}

/* Cylinder, head and sector of SECTOR as in a partition table, for HEADS heads of 63 sectors. */
static void put_chs(uint8_t *p, uint32_t sector, uint32_t heads)
{
    uint32_t cylinder = sector / 63 / heads, head = sector / 63 % heads;
    if (cylinder > 1023) {
        memcpy(p, "\xfe\xff\xff", 3);
        return;
    }
    p[0] = head;
    p[1] = (sector % 63 + 1) | (cylinder >> 8 << 6);
    p[2] = cylinder;
}

static void put_partition(uint8_t *e, const struct partition *p, uint32_t heads)
{
    e[0] = p->type == PART_KERNEL ? 0x80 : 0;
    put_chs(e + 1, p->start, heads);
    e[4] = p->type;
    put_chs(e + 5, p->start + p->sectors - 1, heads);
    put32(e + 8, p->start);
    put32(e + 12, p->sectors);
}

void image_write_mbr(struct image *image, const void *loader, size_t loader_size)
{
    uint8_t mbr[SECTOR] = {0};
    uint32_t heads = image->sectors / 63 / 16 <= 1024 ? 16 : 255;
    memcpy(mbr, loader, loader_size < LOADER_PARTITIONS ? loader_size : LOADER_PARTITIONS);
    for (int i = 0; i < 4; i++)
        if (image->parts[i].type)
            put_partition(mbr + LOADER_PARTITIONS + i * PART_ENTRY, &image->parts[i], heads);
    mbr[510] = 0x55;
    mbr[511] = 0xaa;
    image_write(image, 0, mbr, sizeof mbr);
}
