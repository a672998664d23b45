/* SPDX-License-Identifier: MIT
 * Actions of the kernel command line on files: ls, cat, rm, extract, append.
 *
 * `extract` unpacks a ustar archive that starts at the scratch device's first sector; `append` puts
 * a file there as one, after those it put before.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <ustar.h>
#include "devices/block.h"
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "threads/cmdline.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"

static_assert(USTAR_HEADER_SIZE == BLOCK_SECTOR_SIZE, "a header is a sector");

/* Says that ACTION failed for FILE.  Returns 1, what an action that failed returns. */
static int fail(const char *action, const char *file, int err)
{
    const char *reason = err == -ENOENT   ? "no such file"
                         : err == -ENOSPC ? "the disk is full"
                         : err == -ENODEV ? "no file system"
                         : err == -ENOMEM ? "out of memory"
                                          : "error";
    printf("%s: '%s': %s (%d)\n", action, file, reason, -err);
    return 1;
}

static int list_files(char **argv)
{
    char name[NAME_MAX + 1];
    struct dir *dir = dir_open_root();
    if (!dir)
        return fail(argv[0], "/", -ENODEV);
    printf("Files in the root directory:\n");
    while (dir_readdir(dir, name))
        printf("%s\n", name);
    printf("End of listing.\n");
    dir_close(dir);
    return 0;
}
CMDLINE_ACTION("ls", 0, list_files, "list the files of the root directory");

static off_t print_rest(struct file *file, char *page)
{
    off_t n;
    while ((n = file_read(file, page, PGSIZE)) > 0)
        putbuf(page, n);
    return n;
}

static int print_file(char **argv)
{
    struct file *file;
    int err = filesys_try_open(argv[1], &file);
    if (err)
        return fail(argv[0], argv[1], err);
    char *page = palloc_get_page(0);
    err = page ? print_rest(file, page) : -ENOMEM;
    if (page)
        palloc_free_page(page);
    file_close(file);
    return err ? fail(argv[0], argv[1], err) : 0;
}
CMDLINE_ACTION("cat", 1, print_file, "FILE: print a file");

static int remove_file(char **argv)
{
    int err = filesys_try_remove(argv[1]);
    return err ? fail(argv[0], argv[1], err) : 0;
}
CMDLINE_ACTION("rm", 1, remove_file, "FILE: remove a file");

/* ---- Archives on the scratch device ---- */

struct archive {
    struct block *dev;
    block_sector_t sector; /* Next to read or write. */
    char *page;            /* What was read or is to be written. */
};

/* False if that cannot be, for ACTION: a line says why. */
static bool archive_open(struct archive *a, const char *action, block_sector_t sector)
{
    *a = (struct archive){.dev = block_get_role(BLOCK_SCRATCH), .sector = sector};
    if (!a->dev)
        printf("There is no scratch device (-scratch=BDEV, or a partition of type 0x22).\n");
    else if (!(a->page = palloc_get_page(0)))
        fail(action, "scratch device", -ENOMEM);
    return a->page != NULL;
}

static void archive_close(struct archive *a)
{
    palloc_free_page(a->page);
}

/* Moves the sectors that SIZE bytes, at most a page, take up. */
static int archive_transfer(struct archive *a, size_t size, bool write)
{
    uint32_t sectors = (size + BLOCK_SECTOR_SIZE - 1) / BLOCK_SECTOR_SIZE;
    struct block_seg seg = {a->page, sectors};
    if (a->sector + sectors > block_size(a->dev))
        return -ENOSPC;
    int err = (write ? block_writev : block_readv)(a->dev, a->sector, &seg, 1);
    a->sector += sectors;
    return err;
}

/* Two sectors of zeros end an archive; what is appended next comes in their place. */
static int archive_end(struct archive *a)
{
    block_sector_t here = a->sector;
    memset(a->page, 0, 2 * BLOCK_SECTOR_SIZE);
    int err = archive_transfer(a, 2 * BLOCK_SECTOR_SIZE, true);
    a->sector = here;
    return err;
}

static int unpack_content(struct archive *a, struct file *file, off_t size)
{
    int err = 0;
    while (size > 0 && !err) {
        off_t n = size < PGSIZE ? size : PGSIZE;
        err = archive_transfer(a, n, false);
        off_t written = err ? err : file_write(file, a->page, n);
        err = written < 0 ? written : written < n ? -ENOSPC : 0;
        size -= n;
    }
    return err;
}

static int unpack_file(struct archive *a, const char *name, off_t size)
{
    struct file *file;
    printf("Putting '%s' into the file system...\n", name);
    int err = filesys_try_remove(name);
    err = err && err != -ENOENT ? err : filesys_try_create(name, 0);
    err = err ? err : filesys_try_open(name, &file);
    if (err)
        return err;
    err = unpack_content(a, file, size);
    file_close(file);
    return err;
}

/* Unpacks the next file.  1: there was one; 0: the archive ends; else it failed, and a line said
 * how. */
static int unpack_next(struct archive *a)
{
    char name[USTAR_HEADER_SIZE];
    const char *file_name, *problem;
    enum ustar_type type;
    int size, err = archive_transfer(a, USTAR_HEADER_SIZE, false);
    if (err) {
        fail("extract", "scratch device", err);
        return err;
    }
    problem = ustar_parse_header(a->page, &file_name, &type, &size);
    if (problem) {
        printf("extract: bad header in sector %u of the scratch device: %s\n",
               (unsigned)a->sector - 1, problem);
        return -EINVAL;
    }
    if (type == USTAR_EOF)
        return 0;
    if (type == USTAR_DIRECTORY) {
        printf("extract: ignoring directory '%s'\n", file_name);
        return 1;
    }
    strlcpy(name, file_name, sizeof name);
    err = unpack_file(a, name, size);
    if (err)
        fail("extract", name, err);
    return err ? err : 1;
}

static int extract(char **argv)
{
    struct archive a;
    int err;
    if (!archive_open(&a, argv[0], 0))
        return 1;
    while ((err = unpack_next(&a)) > 0)
        continue;
    /* So that the next boot does not unpack it again. */
    a.sector = 0;
    err = err ? err : archive_end(&a);
    archive_close(&a);
    return err != 0;
}
CMDLINE_ACTION("extract", 0, extract, "unpack the ustar archive on the scratch device");

static int pack_content(struct archive *a, struct file *file)
{
    off_t n;
    int err = 0;
    memset(a->page, 0, PGSIZE);
    while (!err && (n = file_read(file, a->page, PGSIZE)) != 0) {
        err = n < 0 ? n : archive_transfer(a, n, true);
        memset(a->page, 0, PGSIZE);
    }
    return err ? err : archive_end(a);
}

static int pack_file(struct archive *a, const char *name, struct file *file)
{
    printf("Putting '%s' onto the scratch device...\n", name);
    if (!ustar_make_header(name, USTAR_REGULAR, file_length(file), a->page))
        return -EINVAL;
    int err = archive_transfer(a, USTAR_HEADER_SIZE, true);
    return err ? err : pack_content(a, file);
}

static int append(char **argv)
{
    static block_sector_t next;
    struct archive a;
    struct file *file;
    int err = filesys_try_open(argv[1], &file);
    if (err)
        return fail(argv[0], argv[1], err);
    bool opened = archive_open(&a, argv[0], next);
    if (opened) {
        err = pack_file(&a, argv[1], file);
        next = err ? next : a.sector;
        archive_close(&a);
    }
    file_close(file);
    return err ? fail(argv[0], argv[1], err) : !opened;
}
CMDLINE_ACTION("append", 1, append, "FILE: add a file to the ustar archive on the scratch device");
