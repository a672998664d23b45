/* SPDX-License-Identifier: MIT
 * A process that is killed dies wherever it is: in any kind of sleep, in a loop, in the disk, with
 * several threads, before it ran, while it stops being one.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mman.h>
#include "tests/userprog/asleep.h"

static void in_wait(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        sleep_ms(200);
        exit(0);
    }
    wait(pid);
    sleep_ms(1000000);
}

static void in_keyboard(void)
{
    read(STDIN_FILENO, buffer, 1);
}

static void in_calls(void)
{
    for (;;)
        getpid();
}

static void in_faults(void)
{
    for (;;) {
        char *p =
            mmap2(NULL, 20 * TEST_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int i = 0; i < 20; i++)
            p[i * TEST_PAGE] = 1;
        munmap2(p, 20 * TEST_PAGE);
    }
}

static void in_files(void)
{
    for (int i = 0;; i++) {
        int fd = open("sample");
        read(fd, buffer, sizeof buffer);
        close(fd);
    }
}

static void in_forks(void)
{
    for (;;) {
        pid_t pid = fork();
        if (pid == 0)
            exit(0);
        waitpid(pid, NULL, 0);
    }
}

static void call(void *function)
{
    ((void (*)(void))function)();
}

static void in_join(void)
{
    thread_join(thread_start(call, in_sleep), NULL);
}

static void in_threads(void)
{
    static void (*const kinds[])(void) = {in_sleep, in_pipe_read, in_futex,
                                          in_loop,  in_calls,     in_faults};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        thread_start(call, kinds[i]);
    in_join();
}

static const struct {
    const char *name;
    void (*run)(void);
} kinds[] = {
    {"sleep", in_sleep},           {"wait", in_wait},          {"pipe read", in_pipe_read},
    {"pipe write", in_pipe_write}, {"keyboard", in_keyboard},  {"futex", in_futex},
    {"a loop", in_loop},           {"system calls", in_calls}, {"page faults", in_faults},
    {"files", in_files},           {"forks", in_forks},        {"join", in_join},
    {"threads", in_threads},
};

static void kill_one(size_t i, int ms)
{
    int status = -1;
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        kinds[i].run();
        exit(0);
    }
    if (ms > 0)
        sleep_ms(ms);
    REQUIRE(kill(pid, 0) == 0, "in %s: has it ended?", kinds[i].name);
    REQUIRE(kill(pid, 1 + i % SIGNAL_MAX) == 0, "kill in %s", kinds[i].name);
    REQUIRE(waitpid(pid, &status, 0) == pid, "wait for the one in %s", kinds[i].name);
    REQUIRE(status == (int)(1 + i % SIGNAL_MAX), "in %s: status %#x", kinds[i].name, status);
    REQUIRE(kill(pid, SIGKILL) == -ESRCH, "killed twice");
}

int main(void)
{
    make_file("sample", 100000, 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        kill_one(i, 0);
        kill_one(i, 30);
        kill_one(i, 40);
        msg("%s", kinds[i].name);
    }
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        kill(getpid(), SIGINT);
        exit(0);
    }
    CHECK(waitpid(pid, &status, 0) == pid && status == SIGINT, "by itself");
    sleep_ms(300); /* Until the child of the one in wait() has ended. */
    return EXIT_SUCCESS;
}
