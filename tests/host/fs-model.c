/* SPDX-License-Identifier: MIT
 * Random operations against files kept in memory, with a cache of few pages that drops them at
 * random, a disk that gets full, files removed while open, and remounts with fsck in between.
 */
#include "tests/host/fs.h"

#define NAMES 12
#define MAX_LENGTH (5 << 20) /* Reaches double indirect blocks. */
#define ORPHANS 4

struct model {
    uint8_t *bytes; /* NULL: no such file. */
    off_t length;
    struct file *open; /* Or NULL. */
};

static struct model models[NAMES], orphans[ORPHANS];
static uint8_t buffer[MAX_LENGTH];

/* Mostly small, some large. */
static off_t random_offset(off_t limit)
{
    switch (random_below(4)) {
    case 0:
        return random_below(limit + 1);
    case 1:
        return random_below(limit < 200000 ? limit + 1 : 200000);
    default:
        return random_below(limit < 9000 ? limit + 1 : 9000);
    }
}

static struct file *use(struct model *m, unsigned i)
{
    if (!m->open)
        m->open = open_file(numbered("m", i));
    return m->open;
}

static void do_create(struct model *m, unsigned i)
{
    off_t size = random_below(3) ? 0 : random_offset(MAX_LENGTH);
    int err = filesys_try_create(numbered("m", i), size);
    if (m->bytes) {
        CHECK(err == -EEXIST, "created twice: %d", err);
        return;
    }
    CHECK(err == 0 || err == -ENOSPC, "create: %d", err);
    if (err)
        return;
    m->bytes = calloc(1, MAX_LENGTH);
    m->length = size;
}

static void do_write(struct model *m, struct file *file)
{
    off_t offset = random_offset(MAX_LENGTH), size = random_offset(MAX_LENGTH - offset);
    fill_random(buffer, size < 5000 ? size : 5000);
    off_t n = file_write_at(file, buffer, size, offset);
    CHECK(n == -ENOSPC || (n >= 0 && n <= size), "write: %lld", (long long)n);
    if (n <= 0)
        return;
    memcpy(m->bytes + offset, buffer, n);
    m->length = offset + n > m->length ? offset + n : m->length;
}

/* A write whose source ends early: bytes before the old end may be either, after it there is no
 * change. */
static void do_bad_write(struct model *m, struct file *file)
{
    off_t offset = m->length, size = 1 + random_below(20000);
    host_vobj_bad_address = buffer + random_below(size);
    off_t n = file_write_at(file, buffer, size, offset);
    host_vobj_bad_address = NULL;
    CHECK(n == -EFAULT || n == -ENOSPC || n > 0, "bad write: %lld", (long long)n);
    if (n > 0) { /* The disk got full first. */
        memcpy(m->bytes + offset, buffer, n);
        m->length += n;
    }
}

static void do_read(struct model *m, struct file *file)
{
    off_t offset = random_offset(MAX_LENGTH), size = random_offset(MAX_LENGTH);
    off_t want = offset >= m->length ? 0 : m->length - offset < size ? m->length - offset : size;
    off_t n = file_read_at(file, buffer, size, offset);
    CHECK(file_length(file) == m->length, "length %lld, not %lld", (long long)file_length(file),
          (long long)m->length);
    CHECK(n == want, "read %lld, not %lld", (long long)n, (long long)want);
    CHECK(!memcmp(buffer, m->bytes + offset, n), "content");
}

static void forget(struct model *m)
{
    file_close(m->open);
    free(m->bytes);
    *m = (struct model){NULL, 0, NULL};
}

/* An open file lives on without its name for a while. */
static void do_remove(struct model *m, unsigned i)
{
    struct model *orphan = &orphans[random_below(ORPHANS)];
    CHECK(filesys_remove(numbered("m", i)), "remove");
    if (orphan->bytes)
        forget(orphan);
    *orphan = *m;
    if (!m->open)
        forget(orphan);
    *m = (struct model){NULL, 0, NULL};
}

static void do_remount(void)
{
    for (unsigned i = 0; i < ORPHANS; i++)
        forget(&orphans[i]);
    for (unsigned i = 0; i < NAMES; i++) {
        file_close(models[i].open);
        models[i].open = NULL;
    }
    remount();
}

static void on_existing(struct model *m, unsigned i)
{
    switch (random_below(14)) {
    case 0:
        do_remove(m, i);
        break;
    case 1:
        file_close(m->open);
        m->open = NULL;
        break;
    case 2:
        do_bad_write(m, use(m, i));
        break;
    case 3 ... 8:
        do_write(m, use(m, i));
        break;
    default:
        do_read(m, use(m, i));
    }
}

static void step(void)
{
    unsigned i = random_below(NAMES + 1);
    if (i == NAMES) {
        struct model *orphan = &orphans[random_below(ORPHANS)];
        if (orphan->bytes)
            (random_below(2) ? do_read : do_write)(orphan, orphan->open);
    } else if (!models[i].bytes) {
        CHECK(!filesys_open(numbered("m", i)), "there is no file %u", i);
        do_create(&models[i], i);
    } else {
        on_existing(&models[i], i);
    }
}

static void run(uint32_t seed)
{
    random_state = host_vobj_seed = seed;
    host_vobj_limit = 5 + random_below(40);
    format_and_mount(1000 + random_below(4000));
    for (int i = 0; i < 600; i++) {
        step();
        if (random_below(100) == 0)
            do_remount();
        CHECK(host_vobj_pinned == 0, "%u pages left pinned", host_vobj_pinned);
    }
    do_remount();
    for (unsigned i = 0; i < NAMES; i++)
        if (models[i].bytes) {
            do_read(&models[i], use(&models[i], i));
            do_remove(&models[i], i);
        }
    do_remount();
    CHECK(blocks_in_use() <= fs.super.bitmap_blocks * FS_BLOCK_BITS - fs.super.block_count +
                                 fs.super.data_start + 1,
          "blocks were lost");
    finish();
}

int main(int argc, char **argv)
{
    uint32_t first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 1 ? first : 3;
    for (uint32_t seed = first; seed <= last; seed++) {
        printf("seed %u\n", seed);
        run(seed * 7919);
    }
    return 0;
}
