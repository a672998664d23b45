/* SPDX-License-Identifier: MIT
 * Threads open, change and close more files than closed inodes stay in memory, so that an inode is
 * often opened while it is being written back and forgotten, or loaded by another: no change gets
 * lost.
 * @mem: 4
 * @options: -cache=32
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include "tests/filesys/files.h"

#define THREADS 5
#define FILES 36 /* A few more than stay: the one to leave is the one that is opened next. */
#define ROUNDS 300

static struct lock turn[FILES]; /* One thread changes a file at a time. */
static uint32_t changes[FILES];

static void nth_name(int n, char *name)
{
    snprintf(name, NAME_SIZE, "leaving-%d", n);
}

static void change(int n)
{
    char name[NAME_SIZE];
    uint32_t value;
    nth_name(n, name);
    lock_acquire(&turn[n]);
    struct file *file = open_file(name);
    KTEST_ASSERT(file_read(file, &value, sizeof value) == sizeof value);
    if (value != changes[n])
        fail("file %d: %u changes are there, not %u", n, (unsigned)value, (unsigned)changes[n]);
    changes[n] = ++value;
    KTEST_ASSERT(file_write_at(file, &value, sizeof value, 0) == sizeof value);
    file_close(file);
    lock_release(&turn[n]);
}

static void work(int id)
{
    static int next;
    for (int i = 0; i < ROUNDS; i++)
        change(next++ % FILES);
}

KTEST(open_while_leaving)
{
    static struct crew crew;
    char name[NAME_SIZE];
    for (int n = 0; n < FILES; n++) {
        nth_name(n, name);
        lock_init(&turn[n]);
        file_close(create_file(name, 4));
    }
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
}
