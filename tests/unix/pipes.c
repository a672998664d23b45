/* SPDX-License-Identifier: MIT
 * Pipes: bytes in order, an end when all writers have closed, an end of the writer when all readers
 * have; readers and writers wait; writes of up to 4096 bytes are not split by others.
 *
 * @matrix: jitter=1..10
 */
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define BIG 50000
#define WRITERS 4
#define RECORDS 30

static char buffer[BIG];

static int status_of(pid_t pid)
{
    int status = -1;
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid %d", pid);
    return status;
}

static void make_pipe(int fds[2])
{
    int err = pipe(fds);
    REQUIRE(err == 0, "pipe: %d", err);
}

static void check_end(void)
{
    int fds[2];
    make_pipe(fds);
    REQUIRE(write(fds[1], "abcdef", 6) == 6, "write");
    struct stat st;
    REQUIRE(fstat(fds[0], &st) == 0 && S_ISFIFO(st.st_mode) && st.st_size == 6, "fstat");
    CHECK(read(fds[0], buffer, 4) == 4 && memcmp(buffer, "abcd", 4) == 0, "some of what is there");
    CHECK(read(fds[0], buffer, 100) == 2 && memcmp(buffer, "ef", 2) == 0, "the rest");
    CHECK(write(fds[0], "x", 1) == -1 && read(fds[1], buffer, 1) == -1,
          "each end is for one thing");
    CHECK(read(fds[0], buffer, 0) == 0 && write(fds[1], buffer, 0) == 0, "nothing");
    CHECK(filesize(fds[0]) == -1 && tell(fds[0]) == (unsigned)-1, "no size, no position");
    close(fds[1]);
    CHECK(read(fds[0], buffer, 10) == 0 && read(fds[0], buffer, 10) == 0, "the end");
    close(fds[0]);
}

static void check_nobody_reads(void)
{
    int fds[2];
    make_pipe(fds);
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        sleep_ms(50);
        write(fds[1], "x", 1);
        exit(0);
    }
    close(fds[0]);
    CHECK(status_of(pid) == SIGPIPE, "nobody reads");
    close(fds[1]);

    make_pipe(fds);
    pid = fork();
    if (pid == 0) {
        close(fds[0]);
        write(fds[1], buffer, BIG);
        exit(0);
    }
    close(fds[1]);
    REQUIRE(read(fds[0], buffer, 10) == 10, "read");
    sleep_ms(50);
    close(fds[0]);
    CHECK(status_of(pid) == SIGPIPE, "nobody reads any more, while the writer waits");
}

/* More than a pipe holds, in pieces of sizes that do not fit together. */
static void check_big(void)
{
    int fds[2];
    make_pipe(fds);
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        for (size_t i = 0; i < BIG; i++)
            buffer[i] = pattern(i, 5);
        for (size_t done = 0, n; done < BIG; done += n) {
            n = BIG - done < 7001 ? BIG - done : 7001;
            REQUIRE(write(fds[1], buffer + done, n) == (int)n, "write");
        }
        exit(0);
    }
    close(fds[1]);
    size_t done = 0;
    for (int n; (n = read(fds[0], buffer + done, 1777)) > 0;)
        done += n;
    REQUIRE(done == BIG, "%zu bytes", done);
    check_bytes("big", buffer, BIG, 0, 5);
    REQUIRE(status_of(pid) == 0, "the writer");
    close(fds[0]);
    msg("50000 bytes");
}

/* Records of 1 to 4096 bytes by several writers: each arrives whole. */
static void write_records(int fd, int who)
{
    for (int i = 0; i < RECORDS; i++) {
        int n = i % 5 == 0 ? 4096 : 8 + (i * 397 + who * 1000) % 3000;
        memset(buffer, 'a' + who, n);
        memcpy(buffer, &n, sizeof n);
        REQUIRE(write(fd, buffer, n) == n, "write a record");
    }
    exit(0);
}

static void read_whole(int fd, char *p, int n)
{
    while (n > 0) {
        int got = read(fd, p, n);
        REQUIRE(got > 0, "read: %d", got);
        p += got;
        n -= got;
    }
}

static void check_atomic(void)
{
    int fds[2], n;
    pid_t pids[WRITERS];
    make_pipe(fds);
    for (int i = 0; i < WRITERS; i++)
        if ((pids[i] = fork()) == 0)
            write_records(fds[1], i);
    close(fds[1]);
    for (int i = 0; i < WRITERS * RECORDS; i++) {
        read_whole(fds[0], (char *)&n, sizeof n);
        REQUIRE(n >= 8 && n <= 4096, "record %d: %d bytes", i, n);
        read_whole(fds[0], buffer, n - sizeof n);
        for (int k = 1; k < n - (int)sizeof n; k++)
            REQUIRE(buffer[k] == buffer[0], "record %d is of two", i);
    }
    CHECK(read(fds[0], buffer, 1) == 0, "writes are not split");
    for (int i = 0; i < WRITERS; i++)
        REQUIRE(status_of(pids[i]) == 0, "writer %d", i);
    close(fds[0]);
}

int main(void)
{
    check_end();
    check_nobody_reads();
    check_big();
    check_atomic();
    return EXIT_SUCCESS;
}
