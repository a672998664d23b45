/* SPDX-License-Identifier: MIT
 * open2() by flags, stat() and fstat(), rename(), time.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

static char buffer[100];

static int open_by(const char *name, int flags)
{
    int fd = open2(name, flags);
    REQUIRE(fd >= 2, "open2 %s: %d", name, fd);
    return fd;
}

static void check_open(void)
{
    struct stat before;
    int fd = open_by("new", O_WRONLY | O_CREAT);
    CHECK(write(fd, "0123456789", 10) == 10 && read(fd, buffer, 1) == -1, "made, to write only");
    close(fd);
    fd = open_by("new", O_RDONLY | O_CREAT);
    CHECK(read(fd, buffer, 100) == 10 && write(fd, "x", 1) == -1, "is there, to read only");
    int end = open_by("new", O_RDWR | O_APPEND);
    seek(end, 2);
    CHECK(write(end, "ab", 2) == 2 && tell(end) == 12 && filesize(fd) == 12, "at the end");
    CHECK(write(end, "cd", 2) == 2 && read(fd, buffer, 100) == 4 && memcmp(buffer, "abcd", 4) == 0,
          "seen by another");
    close(end);
    close(fd);
    stat("new", &before);
    fd = open_by("new", O_RDWR | O_TRUNC);
    CHECK(filesize(fd) == 0 && read(fd, buffer, 1) == 0, "emptied");
    CHECK(inumber(fd) == (int)before.st_ino, "the same file");
    CHECK(write(fd, "new", 3) == 3, "written anew");
    end = open_by("new", O_RDWR | O_TRUNC);
    seek(fd, 0);
    CHECK(filesize(end) == 0 && read(fd, buffer, 100) == 3, "who has it open keeps what is in it");
    close(end);
    close(fd);
}

static void check_stat(void)
{
    struct stat st, other;
    make_file("sample", 5000, 1);
    int fd = open_file("sample");
    REQUIRE(stat("sample", &st) == 0 && fstat(fd, &other) == 0, "stat");
    CHECK(memcmp(&st, &other, sizeof st) == 0 && st.st_size == 5000 && S_ISREG(st.st_mode) &&
              (int)st.st_ino == inumber(fd) && st.st_nlink == 1 && st.st_blocks >= 10,
          "a file");
    CHECK(stat("/", &st) == 0 && S_ISDIR(st.st_mode), "a directory");
    CHECK(fstat(0, &st) == 0 && S_ISCHR(st.st_mode) && fstat(1, &st) == 0 && S_ISCHR(st.st_mode),
          "the terminal");
    close(fd);
}

static void check_rename(void)
{
    struct stat st;
    make_file("other", 100, 2);
    int fd = open_file("other");
    CHECK(rename("sample", "third") == 0 && stat("sample", &st) == -ENOENT, "a new name");
    check_file("third", 5000, 1);
    CHECK(rename("third", "third") == 0, "its own name");
    CHECK(rename("/third", "./other") == 0, "another's name");
    check_file("other", 5000, 1);
    CHECK(read(fd, buffer, 100) == 100 && stat("third", &st) == -ENOENT, "the other lives on");
    check_bytes("other", buffer, 100, 0, 2);
}

static void check_time(void)
{
    struct timespec then, now;
    REQUIRE(time(&then) == 0, "time");
    CHECK(then.tv_sec > 1600000000 && then.tv_nsec >= 0 && then.tv_nsec < 1000000000, "today");
    for (int i = 0; i < 1000; i++) {
        REQUIRE(time(&now) == 0 && (now.tv_sec > then.tv_sec ||
                                    (now.tv_sec == then.tv_sec && now.tv_nsec >= then.tv_nsec)),
                "time went back");
        then = now;
    }
    sleep_ms(120);
    time(&now);
    int64_t us = (now.tv_sec - then.tv_sec) * 1000000 + (now.tv_nsec - then.tv_nsec) / 1000;
    CHECK(us >= 120000 && us < 1000000, "120 ms are at least that");
}

int main(void)
{
    check_open();
    check_stat();
    check_rename();
    check_time();
    return EXIT_SUCCESS;
}
