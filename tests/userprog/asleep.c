/* SPDX-License-Identifier: MIT
 * Does for ever what its argument says.
 *
 * @kind: helper
 */
#include <errno.h>
#include <mman.h>
#include <string.h>
#include <syscall-abi.h>
#include "tests/userprog/asleep.h"

static void in_keyboard(void)
{
    while (read(STDIN_FILENO, buffer, 1) == 1)
        word++;
}

static void in_wait(void)
{
    pid_t pid = fork();
    if (pid == 0)
        in_sleep();
    waitpid(pid, NULL, 0);
    in_sleep();
}

/* More pages than there are frames, from swap and back. */
static void in_paging(void)
{
    const size_t size = 5000 * TEST_PAGE;
    char *area = mmap2(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (;;)
        for (size_t i = 0; i < size; i += TEST_PAGE)
            area[i]++;
}

static void in_threads(void)
{
    thread_start((void (*)(void *))in_loop, NULL);
    thread_start((void (*)(void *))in_futex, NULL);
    in_keyboard();
}

static void in_forks(void)
{
    for (;;)
        if (fork() == 0)
            exit(0);
}

/* Each process makes the next and ends. */
static void in_chain(void)
{
    if (fork() == 0)
        while (fork() == 0)
            word++;
    else
        in_sleep();
}

/* As a shell that waits for what runs in the background; ends with 7 if a key ends the wait. */
static void wait_as_shell(unsigned pause)
{
    set_job(JOB_OWN | JOB_FRONT);
    pid_t pid = fork();
    if (pid == 0)
        in_sleep();
    sleep_ms(pause);
    int result = waitpid(pid, NULL, 0);
    kill(pid, SIGKILL);
    exit(result == -EINTR ? 7 : 1);
}

static void in_shell_wait(void)
{
    wait_as_shell(0);
}

static void before_shell_wait(void)
{
    wait_as_shell(100);
}

static const struct {
    const char *name;
    void (*run)(void);
} kinds[] = {
    {"sleep", in_sleep},
    {"keyboard", in_keyboard},
    {"pipe-read", in_pipe_read},
    {"pipe-write", in_pipe_write},
    {"futex", in_futex},
    {"wait", in_wait},
    {"loop", in_loop},
    {"paging", in_paging},
    {"threads", in_threads},
    {"forks", in_forks},
    {"chain", in_chain},
    {"shell-wait", in_shell_wait},
    {"late-shell-wait", before_shell_wait},
};

int main(int argc, char *argv[])
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc > 1 && strcmp(argv[1], kinds[i].name) == 0)
            kinds[i].run();
    return 1;
}
