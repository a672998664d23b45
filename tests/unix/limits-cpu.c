/* SPDX-License-Identifier: MIT
 * A group is killed at its CPU budget, to the tick: a process that computes; one that yields just
 * before each tick; two that share the budget; one that sleeps while the other spends it.  Who
 * stays below it lives.
 *
 * @icount: 7
 * @args: all
 * @output: limits-cpu: killed: its group has used its CPU time \(30 of 30 ticks\)
 * @absent: killed: its group has used its CPU time \((?!30 of 30)
 * @kstat: process.out_of_time == 6
 * @kstat: vm.frames_user == 0
 * @matrix: sched=prio,rr,stride,mlfqs
 * @ticks: 20000
 */
#include <resource.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

static const struct limits thirty = {.cpu_ticks = 30};

static int64_t now_us(void)
{
    struct timespec now;
    time(&now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void spin(int64_t us)
{
    int64_t start = now_us();
    while (now_us() - start < us)
        ;
}

static void hog(void)
{
    for (;;)
        ;
}

/* Runs for 8 ms of each 10 and gives the CPU away when the tick comes. */
static void dodger(void)
{
    for (;;) {
        spin(8000);
        sleep_ms(1);
    }
}

static void two(void)
{
    fork();
    for (;;)
        ;
}

static void sleeper(void)
{
    if (fork() == 0)
        hog();
    sleep_ms(1000000);
}

static void modest(void)
{
    struct limits used;
    for (int i = 0; i < 20; i++) {
        spin(10000);
        sleep_ms(10);
    }
    REQUIRE(limit_get(NULL, &used) == 0, "limit_get");
    REQUIRE(used.cpu_ticks >= 18 && used.cpu_ticks <= 24, "%u ticks used", used.cpu_ticks);
    exit(7);
}

static const struct {
    const char *name;
    void (*run)(void);
    int status;
} parts[] = {
    {"hog", hog, -1},         {"dodger", dodger, -1}, {"two", two, -1},
    {"sleeper", sleeper, -1}, {"modest", modest, 7},
};

int main(int argc, char *argv[])
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strcmp(argv[0], parts[i].name) == 0) {
            REQUIRE(limit_set(&thirty) == 0, "limit_set");
            parts[i].run();
        }
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *part = parts[i].name;
        pid_t pid = fork();
        if (pid == 0) {
            char *const args[] = {(char *)part, NULL};
            execve("limits-cpu", args);
            fail("execve");
        }
        CHECK(wait(pid) == parts[i].status, "%s", part);
    }
    return 0;
}
