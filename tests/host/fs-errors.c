/* SPDX-License-Identifier: MIT
 * A disk that fails now and then: errors come out as errors, nothing stays pinned or locked, and
 * afterwards the file system still works.
 */
#include "tests/host/fs.h"

static uint8_t buffer[200000];

static void use_file(const char *name)
{
    struct file *file;
    int err = filesys_try_create(name, random_below(10000));
    CHECK(err == 0 || err == -EIO || err == -EEXIST, "create: %d", err);
    err = filesys_try_open(name, &file);
    CHECK(err == 0 || err == -EIO || err == -ENOENT, "open: %d", err);
    if (err)
        return;
    off_t n = file_write_at(file, buffer, random_below(sizeof buffer), random_below(sizeof buffer));
    CHECK(n >= 0 || n == -EIO || n == -ENOSPC, "write: %lld", (long long)n);
    n = file_read(file, buffer, sizeof buffer);
    CHECK(n >= 0 || n == -EIO, "read: %lld", (long long)n);
    file_close(file);
}

static void one_round(unsigned every)
{
    format_and_mount(2500);
    host_vobj_limit = 12;
    host_reports_quiet = true;
    host_block_fail_every = every;
    for (int i = 0; i < 200; i++) {
        const char *name = numbered("f", random_below(40));
        if (random_below(4))
            use_file(name);
        else
            filesys_try_remove(name);
        CHECK(host_vobj_pinned == 0, "%u pages left pinned", host_vobj_pinned);
    }
    host_block_fail_every = 0;
    struct file *file = create_and_open("after");
    CHECK(file_write(file, "works", 5) == 5 && file_length(file) == 5, "works afterwards");
    file_close(file);
    CHECK(fs_unmount() == 0, "unmount");
    host_vobj_crash();
    CHECK(fs_mount(disk) == 0, "mount");
    file = open_file("after");
    CHECK(file_read(file, buffer, 5) == 5 && !memcmp(buffer, "works", 5), "content");
    file_close(file);
    fs_unmount();
    host_vobj_crash();
    host_block_close(disk);
    fclose(disk_file);
}

int main(void)
{
    for (unsigned every = 2; every < 60; every += 1 + every / 3)
        one_round(every);
    return 0;
}
