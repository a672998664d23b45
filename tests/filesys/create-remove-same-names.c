/* SPDX-License-Identifier: MIT
 * Threads that create, open, write, read and remove files of the same few names: of those who
 * create a name at once one succeeds, an open file keeps the bytes that its opener wrote, and
 * nothing is lost.
 * @mem: 4
 * @matrix: jitter=1..10
 * @sample: 2
 */
#include "tests/filesys/files.h"

#define THREADS 6
#define ROUNDS 120
#define NAMES 3

static int made[NAMES], removed[NAMES];

static void use(int id, struct file *file)
{
    uint8_t buffer[300];
    off_t at = (off_t)id * 5000; /* Each in a page of its own. */
    fill(buffer, sizeof buffer, id, 0);
    KTEST_ASSERT(file_write_at(file, buffer, sizeof buffer, at) == sizeof buffer);
    memset(buffer, 0, sizeof buffer);
    KTEST_ASSERT(file_read_at(file, buffer, sizeof buffer, at) == sizeof buffer);
    expect_content(buffer, sizeof buffer, id, 0);
}

static void work(int id)
{
    static const char *const names[NAMES] = {"red", "green", "blue"};
    for (int i = 0; i < ROUNDS; i++) {
        int n = (i * 7 + id) % NAMES;
        struct file *file;
        int err = filesys_try_create(names[n], 0);
        KTEST_ASSERT(err == 0 || err == -EEXIST);
        made[n] += err == 0;
        err = filesys_try_open(names[n], &file);
        KTEST_ASSERT(err == 0 || err == -ENOENT);
        if (err == 0)
            use(id, file);
        removed[n] += i % 3 == 0 && filesys_remove(names[n]);
        file_close(file);
    }
    for (int n = 0; n < NAMES; n++)
        removed[n] += filesys_remove(names[n]);
}

KTEST(create_remove_same_names)
{
    static struct crew crew;
    file_close(create_file("first", 0));
    uint64_t held = blocks_held();
    crew_init(&crew, work);
    for (int i = 0; i < THREADS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    for (int n = 0; n < NAMES; n++)
        if (made[n] != removed[n])
            fail("name %d was made %d times and removed %d times", n, made[n], removed[n]);
    if (blocks_held() != held)
        fail("%d blocks were not given back", (int)(blocks_held() - held));
}
