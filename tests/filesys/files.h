/* SPDX-License-Identifier: MIT
 * For tests of files in the kernel: contents that tell where they belong, counters.
 */
#ifndef TESTS_FILESYS_FILES_H
#define TESTS_FILESYS_FILES_H

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/inode.h"
#include "tests/ktest.h"
#include "tests/threads/crew.h"
#include "threads/kstat.h"

#define NAME_SIZE (NAME_MAX + 1)

/* Never 0. */
static inline uint8_t content(int id, uint32_t offset)
{
    return (((uint32_t)id * 31 + offset) * 2654435761u >> 24) | 1;
}

static inline void fill(uint8_t *buffer, size_t n, int id, uint32_t offset)
{
    for (size_t i = 0; i < n; i++)
        buffer[i] = content(id, offset + i);
}

static inline void expect_content(const uint8_t *buffer, size_t n, int id, uint32_t offset)
{
    for (size_t i = 0; i < n; i++)
        if (buffer[i] != content(id, offset + i))
            fail("file %d: byte %u is %02x, not %02x", id, (unsigned)(offset + i), buffer[i],
                 content(id, offset + i));
}

static inline struct file *open_file(const char *name)
{
    struct file *file = filesys_open(name);
    if (file == NULL)
        fail("cannot open %s", name);
    return file;
}

static inline struct file *create_file(const char *name, off_t size)
{
    int err = filesys_try_create(name, size);
    if (err != 0)
        fail("cannot create %s: %d", name, err);
    return open_file(name);
}

static inline uint64_t counter(const char *name)
{
    const struct kstat *k = kstat_find(name);
    if (k == NULL)
        fail("no counter is called %s", name);
    return k->gauge != NULL ? k->gauge() : kstat_read(k);
}

/* Blocks that files have. */
static inline uint64_t blocks_held(void)
{
    return counter("fs.blocks_taken") - counter("fs.blocks_freed");
}

#endif
