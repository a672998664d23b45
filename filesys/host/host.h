/* SPDX-License-Identifier: MIT
 * The file system on the host: what its programs and tests use besides the kernel's own headers.
 *
 * The sources of filesys/ are compiled as they are.  Locks are filesys/host/shim/threads/synch.h,
 * devices are stretches of a file (block.c), the page cache is vobj.c.
 */
#ifndef FILESYS_HOST_HOST_H
#define FILESYS_HOST_HOST_H

#include <debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block;

/* ---- block.c ---- */

/* A device of SECTORS sectors that starts at sector FIRST of the open file FD. */
struct block *host_block_open(int fd, uint64_t first, uint32_t sectors, const char *name);
void host_block_close(struct block *block);
/* Reads and writes N whole blocks of 4096 bytes.  0 or -EIO. */
int host_block_transfer(struct block *block, uint32_t sector, void *data, bool write);
/* For tests: the device fails with every Nth transfer; 0: never. */
extern unsigned host_block_fail_every;
/* How many transfers there were. */
extern unsigned long host_block_reads, host_block_writes;
/* Writes after so many are lost, as when the power fails, and flushes from then on; 0: none. */
extern unsigned long host_block_crash_at;
/* For tests: the device has a cache, out of which it may write in any order until it is flushed. */
extern bool host_block_caches;
/* The power fails while DEVICE has written, of what is in its cache, the newest alone. */
void host_block_lose(struct block *device);

/* ---- vobj.c ---- */

/* For tests: at most so many pages are cached; others are written back and dropped, by a rule that
 * varies with the seed. */
extern unsigned host_vobj_limit;
extern uint32_t host_vobj_seed;
/* For tests: copying to or from this address and what follows it fails with -EFAULT. */
extern const void *host_vobj_bad_address;
/* How many pages are cached, and how many pinned. */
extern unsigned host_vobj_cached, host_vobj_pinned;
/* Forgets all pages without writing: the power fails. */
void host_vobj_crash(void);

/* ---- report.c ---- */

/* How often something was found wrong, and whether to print it. */
extern unsigned long host_reports;
extern bool host_reports_quiet;

/* ---- check.c ---- */

/* Says on standard output what is wrong in the file system on DEVICE, which PATH names, and what is
 * on it. Returns how many problems there are. */
unsigned long fsck_check(struct block *device, const char *path);

/* ---- tool.c: for programs ---- */

extern const char *program;

/* "PROGRAM: MESSAGE" to stderr; exits with status 1. */
void die(const char *format, ...) PRINTF_FORMAT(1, 2) NO_RETURN;
/* Likewise, and says to try --help; exits with status 2. */
void usage_error(const char *format, ...) PRINTF_FORMAT(1, 2) NO_RETURN;
/* All of a file, in malloc'd memory of at least one byte.  Dies if it cannot be read. */
void *read_whole_file(const char *path, size_t *size);
/* Creates or replaces it.  "-" is standard output. */
void write_whole_file(const char *path, const void *data, size_t size);
/* Puts, or replaces, file NAME in the mounted file system.  Dies with the reason if it cannot. */
void put_file(const char *path, const char *name);
/* What an errno of the file system means. */
const char *reason(int err);

/* ---- image.c: disk images ---- */

struct partition {
    uint8_t type;
    uint32_t start, sectors;
};

struct image {
    const char *path;
    int fd;
    uint64_t sectors;
    bool bare; /* No partition table: the file is a file system. */
    struct partition parts[4];
};

/* Opens an existing image, or dies. */
void image_open(struct image *image, const char *path, bool writable);
void image_close(struct image *image);
/* Its partition of TYPE, or NULL. */
struct partition *image_find(struct image *image, uint8_t type);
/* Its file system as a device, or dies. */
struct block *image_filesys(struct image *image);
/* Writes the kernel partition's argument sectors.  Dies if ARGS is too long or there is none. */
void image_write_args(struct image *image, const char *args);
/* Writes the partition table after LOADER's code; the first partition of type kernel is made
 * active. */
void image_write_mbr(struct image *image, const void *loader, size_t loader_size);
/* Writes N bytes at a sector, or dies. */
void image_write(struct image *image, uint32_t sector, const void *data, size_t n);

#endif
