/* SPDX-License-Identifier: MIT
 * Threads read a file while another makes it longer: they see no byte that was not written, though
 * the place on the disk held other bytes before.
 * @matrix: jitter=1..10
 * @sample: 2
 */
#include "tests/filesys/files.h"

#define READERS 4
#define LENGTH 200000
#define PIECE 1777

static uint32_t goal(uint32_t at)
{
    return at + PIECE < LENGTH ? PIECE : LENGTH - at;
}

static void write_all(struct file *file)
{
    uint8_t buffer[PIECE];
    for (uint32_t at = 0; at < LENGTH; at += goal(at)) {
        fill(buffer, goal(at), 0, at);
        KTEST_ASSERT(file_write(file, buffer, goal(at)) == (off_t)goal(at));
    }
}

static void read_all(struct file *file)
{
    uint8_t buffer[PIECE];
    for (uint32_t at = 0; at < LENGTH;) {
        off_t n = file_read(file, buffer, sizeof buffer);
        KTEST_ASSERT(n >= 0);
        expect_content(buffer, n, 0, at);
        at += n;
        if (n == 0)
            thread_yield();
    }
}

static void work(int id)
{
    struct file *file = open_file("growing");
    (id == 0 ? write_all : read_all)(file);
    file_close(file);
}

KTEST(read_while_growing)
{
    static struct crew crew;
    struct file *file = create_file("soil", 0);
    write_all(file);
    file_close(file);
    KTEST_ASSERT(filesys_remove("soil"));
    file_close(create_file("growing", 0));
    crew_init(&crew, work);
    for (int i = 0; i < 1 + READERS; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
}
