/* SPDX-License-Identifier: MIT
 * ^C ends the job at the front of the terminal, all of it, wherever its processes sleep or are
 * being made; ^\ too; it ends no other job, and is a key where no job is at the front.  Where a
 * shell's own job is, it ends the shell's wait, even if it comes a moment before.
 *
 * @matrix: jitter=1..5
 * @sample: 1
 */
#include <syscall-abi.h>
#include "devices/input.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "userprog/job.h"
#include "userprog/process.h"

static void type(const char *keys)
{
    enum intr_level old = intr_disable();
    while (*keys != '\0')
        input_put(*keys++);
    intr_set_level(old);
}

static pid_t start(unsigned flags, const char *command)
{
    job_set(flags);
    pid_t pid = process_execute(command);
    KTEST_ASSERT(pid > 0);
    return pid;
}

static int end_of(pid_t pid)
{
    int status = 0, exit_status, tries = 0;
    while (process_wait_for(pid, false, &status, &exit_status) != pid) {
        KTEST_ASSERT(tries++ < 500);
        timer_sleep(1);
    }
    return status;
}

/* Waits until no process but ALONE is left. */
static void wait_until_alone(pid_t alone)
{
    struct proc_info info;
    int tries = 0;
    for (unsigned i = 0; process_describe(i, &info) == 0; i++)
        if (info.pid != alone) {
            KTEST_ASSERT(tries++ < 100);
            timer_sleep(1);
            i = -1;
        }
}

KTEST(key_ends_job)
{
    static const char *const commands[] = {
        "asleep sleep", "asleep keyboard", "asleep pipe-read", "asleep pipe-write",
        "asleep futex", "asleep wait",     "asleep loop",      "asleep paging",
        "asleep forks", "asleep threads",  "asleep chain",     "asleep chain",
        "asleep chain",
    };
    pid_t other = start(JOB_NEW, "asleep sleep");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        pid_t pid = start(JOB_NEW | JOB_FRONT, commands[i]);
        timer_sleep(3);
        type("typed ahead");
        type(i % 2 == 0 ? "\x03" : "\x1c");
        KTEST_ASSERT(end_of(pid) == (i % 2 == 0 ? SIGINT : SIGQUIT));
        wait_until_alone(other);
    }
    static const char *const waits[] = {"asleep shell-wait", "asleep late-shell-wait"};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        pid_t pid = start(JOB_NEW | JOB_FRONT, waits[i]);
        timer_sleep(3);
        type("typed ahead\x03");
        KTEST_ASSERT(end_of(pid) == W_EXITCODE(7, 0));
        wait_until_alone(other);
    }
    job_set(JOB_FRONT);
    type("a\x03"
         "b");
    KTEST_ASSERT(input_getc() == '\x03' && input_getc() == 'b');
    KTEST_ASSERT(process_signal(other, SIGKILL) == 0 && end_of(other) == SIGKILL);
}
