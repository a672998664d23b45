/* SPDX-License-Identifier: MIT
 * Damaged images: bits flipped and numbers replaced anywhere in the metadata.  Whatever is on the
 * disk, every call comes back, in bounded time, and fsck does too.
 */
#include "tests/host/fs.h"

#define BLOCKS 1200
#define MAX_READS 20000

static uint8_t sound[BLOCKS * FS_BLOCK_SIZE], image[BLOCKS * FS_BLOCK_SIZE];
static uint8_t buffer[100000];
static uint32_t inode_start, data_start;

static void make_sound_image(void)
{
    format_and_mount(BLOCKS);
    fill_random(buffer, sizeof buffer);
    for (unsigned i = 0; i < 20; i++) {
        struct file *file = create_and_open(numbered("f", i));
        CHECK(file_write(file, buffer, 5000 * (i % 7)) >= 0, "write");
        if (i % 5 == 0)
            CHECK(file_write_at(file, buffer, 9000, (5 << 20) + 100000 * i) == 9000, "write far");
        if (i % 3 == 0)
            CHECK(file_write_at(file, buffer, sizeof buffer, 70000) > 0, "write");
        file_close(file);
    }
    inode_start = fs.super.inode_start;
    data_start = fs.super.data_start;
    remount();
    unmount();
    CHECK(pread(fileno(disk_file), sound, sizeof sound, 0) == sizeof sound, "read back");
}

/* A number that may do harm. */
static uint32_t evil_number(void)
{
    static const uint32_t numbers[] = {0,          1,          2,          3,    16,
                                       0x7fffffff, 0x80000000, 0xffffffff, 4096, 65535};
    unsigned i = random_below(16);
    return i < 10 ? numbers[i] : random_below(BLOCKS + 10);
}

static uint32_t metadata_block(void)
{
    switch (random_below(4)) {
    case 0:
        return random_below(data_start);
    case 1:
        return inode_start; /* All inodes in use are here. */
    default:                /* Directory and indirect blocks are among the data. */
        return random_below(BLOCKS);
    }
}

static void damage(void)
{
    memcpy(image, sound, sizeof sound);
    for (unsigned n = 1 + random_below(20); n > 0; n--) {
        uint8_t *block = image + (size_t)metadata_block() * FS_BLOCK_SIZE;
        uint32_t at = random_below(random_below(2) ? FS_BLOCK_SIZE : 256), value = evil_number();
        if (random_below(2))
            block[at] ^= 1 << random_below(8);
        else
            memcpy(block + at / 4 * 4, &value, sizeof value);
    }
    CHECK(pwrite(fileno(disk_file), image, sizeof image, 0) == sizeof image, "write image");
}

static void use_file(const char *name)
{
    struct file *file = filesys_open(name);
    if (!file)
        return;
    off_t length = file_length(file);
    CHECK(length >= 0, "length");
    file_read_at(file, buffer, sizeof buffer, random_below(100000));
    file_read_at(file, buffer, 5000, length > 5000 ? length - 5000 : 0);
    if (random_below(2))
        file_write_at(file, buffer, random_below(20000), random_below(6 << 20));
    file_close(file);
}

static void use_all(void)
{
    char name[NAME_MAX + 1];
    struct dir *dir = dir_open_root();
    for (int i = 0; dir && i < 1000 && dir_readdir(dir, name); i++)
        use_file(name);
    dir_close(dir);
    for (unsigned i = 0; i < 20; i += 2)
        filesys_remove(numbered("f", i));
    for (unsigned i = 0; i < 10; i++)
        if (filesys_create(numbered("g", i), 0))
            use_file(numbered("g", i));
}

static void one_round(uint32_t seed)
{
    random_state = host_vobj_seed = seed;
    damage();
    host_vobj_limit = 20 + random_below(200);
    host_block_reads = host_reports = 0;
    if (fs_mount(disk) == 0) {
        use_all();
        CHECK(host_vobj_pinned == 0, "%u pages left pinned", host_vobj_pinned);
        fs_unmount();
    }
    CHECK(host_block_reads < MAX_READS, "%lu reads", host_block_reads);
    host_vobj_crash();
    fsck_check(disk, "disk");
}

int main(int argc, char **argv)
{
    uint32_t first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 1 ? first : 250;
    make_sound_image();
    host_reports_quiet = argc <= 1;
    if (host_reports_quiet)
        CHECK(freopen("/dev/null", "w", stdout), "no /dev/null");
    for (uint32_t seed = first; seed <= last; seed++)
        one_round(seed * 104729);
    return 0;
}
