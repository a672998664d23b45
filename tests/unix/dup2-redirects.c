/* SPDX-License-Identifier: MIT
 * dup2() makes a descriptor stand for what another does, 0 and 1 too, with one position for both;
 * it closes what was there; children inherit it by fork, not by exec.
 *
 * @matrix: jitter=1..10
 */
#include <errno.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>
#include "tests/lib.h"

static char buffer[100];

static void check_numbers(void)
{
    int fd = open_file("sample"), other = open_file("sample");
    CHECK(dup2(fd, 77) == 77 && dup2(77, 1023) == 1023, "to numbers far off");
    REQUIRE(read(fd, buffer, 10) == 10 && tell(1023) == 10, "one position");
    seek(77, 40);
    CHECK(tell(fd) == 40, "one position for all");
    CHECK(dup2(other, 77) == 77 && tell(77) == 0 && tell(fd) == 40, "one stands for another");
    close(fd);
    CHECK(read(1023, buffer, 10) == 10, "the first may be closed");
    check_bytes("at 40", buffer, 10, 40, 1);
    CHECK(dup2(1023, 1023) == 1023 && tell(1023) == 50, "to itself");
    CHECK(dup2(fd, 5) == -EBADF && dup2(-1, 5) == -EBADF && dup2(1023, 1024) == -EBADF &&
              dup2(1023, -1) == -EBADF,
          "what is no descriptor");
    close(other);
    close(77);
    close(1023);
    CHECK(open("sample") == fd, "all closed");
    close(fd);
}

static void check_terminal(void)
{
    int fds[2], status;
    REQUIRE(pipe(fds) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fds[1], STDOUT_FILENO);
        close(fds[0]);
        close(fds[1]);
        write(STDOUT_FILENO, "into the pipe", 13);
        close(STDOUT_FILENO);
        exit(write(STDOUT_FILENO, "x", 1) == -1 ? 0 : 1);
    }
    close(fds[1]);
    CHECK(read(fds[0], buffer, 100) == 13 && memcmp(buffer, "into the pipe", 13) == 0,
          "the console redirected");
    CHECK(read(fds[0], buffer, 100) == 0, "and closed");
    REQUIRE(waitpid(pid, &status, 0) == pid && status == 0, "the child: %#x", status);
    close(fds[0]);

    REQUIRE(dup2(STDOUT_FILENO, 9) == 9 && write(9, " ", 1) == 1, "the console by another number");
    int fd = open_file("sample");
    REQUIRE(dup2(fd, STDIN_FILENO) == 0, "dup2");
    CHECK(read(STDIN_FILENO, buffer, 10) == 10, "the keyboard redirected");
    check_bytes("standard input", buffer, 10, 0, 1);
}

int main(int argc, char *argv[])
{
    if (argc > 1) /* exec()'s child: has nothing of ours. */
        return fstat(0, &(struct stat){0}) == 0 && fstat(9, &(struct stat){0}) == -EBADF ? 0 : 1;
    make_file("sample", 1000, 1);
    check_numbers();
    check_terminal();
    CHECK(run("dup2-redirects child") == 0, "exec inherits nothing");
    return EXIT_SUCCESS;
}
