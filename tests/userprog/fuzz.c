/* SPDX-License-Identifier: MIT
 * fuzz SEED CALLS PROCESSES: random system calls with hostile arguments, in several processes at
 * once, until CALLS have been made.  Processes that are killed are counted and restarted, such as
 * sleep for too long are killed.  In the end no other process is left, and all memory is back.
 *
 * @sources: tests/userprog/fuzz-calls.c
 * @args: 1 10000 12
 * @options: -nohalt
 * @mem: 4
 * @ticks: 20000
 * @matrix: jitter=1..4 evict=clock,random,fifo
 * @sample: 1
 * @kstat: syscall.calls >= 10000
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.frames_user == 0
 */
#include "tests/userprog/fuzz.h"

#include <mman.h>
#include <resource.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

#define LOOK_MS 10       /* How often the watcher looks. */
#define PATIENCE 15      /* So many looks without a call: killed. */
#define DYING_LOOKS 1000 /* So many looks after it was killed, a process must have ended. */

static struct board *board;

static struct worker {
    int pid; /* 0: to be started. */
    unsigned seen;
    unsigned idle;  /* Looks since it made a call. */
    unsigned dying; /* Looks since it was killed. */
} workers[WORKERS_MAX];

static unsigned count;      /* Of workers. */
static unsigned seed;       /* Of the run. */
static unsigned generation; /* How many have been started. */
static unsigned ended, killed, stopped;
static unsigned killed_in[FUZZ_CALLS + 1]; /* By the call; the last: between calls. */

static unsigned counted(const char *name)
{
    uint64_t value = 0;
    REQUIRE(kstat_value(name, &value) == 0, "no counter %s", name);
    return value;
}

/* ---- Watching ---------------------------------------------------------------------------------
 */

static void start(struct worker *w)
{
    unsigned slot = w - workers;
    memset(w, 0, sizeof *w);
    board->progress[slot] = 0;
    int pid = fork();
    if (pid == 0)
        fuzz_work(seed * 7919 + generation, 100 + generation % 300, board, slot);
    if (pid > 0) { /* Else memory is short; at the next look again. */
        w->pid = pid;
        generation++;
    }
}

/* Those whose parents have ended are nobody's, and may sleep for ever. */
static void kill_orphans(bool all)
{
    struct proc_info info;
    for (int i = 0; proc_info(i, &info) == 0; i++)
        if (info.pid != getpid() && (info.ppid == 0 || all))
            kill(info.pid, SIGKILL);
}

static void bury(int pid, int status)
{
    for (struct worker *w = workers; w < workers + count; w++)
        if (w->pid == pid) {
            unsigned now = board->now[w - workers];
            killed_in[now < FUZZ_CALLS ? now : FUZZ_CALLS] += WIFSIGNALED(status);
            w->pid = 0;
        }
    REQUIRE(WEXITSTATUS(status) != FUZZ_CORRUPT,
            "process %d found %#x at %#x, not %#x, after a call of %s", pid, board->is,
            board->where, board->wanted, fuzz_call_name(board->last));
    if (WIFSIGNALED(status))
        killed++;
    else
        ended++;
}

static void look_at(struct worker *w)
{
    unsigned progress = board->progress[w - workers];
    w->idle = progress == w->seen ? w->idle + 1 : 0;
    w->seen = progress;
    if (w->dying > 0)
        w->dying++;
    REQUIRE(w->dying < DYING_LOOKS, "process %d was killed and does not end", w->pid);
    if (w->idle >= PATIENCE && w->dying == 0) {
        kill(w->pid, SIGKILL);
        w->dying = 1;
        stopped++;
    }
}

static void look(bool restart)
{
    int pid, status;
    sleep_ms(LOOK_MS);
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        bury(pid, status);
    for (struct worker *w = workers; w < workers + count; w++)
        if (w->pid != 0)
            look_at(w);
        else if (restart)
            start(w);
}

/* By those who share the board, which programs that were loaded do not. */
static unsigned calls_made(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < FUZZ_CALLS; i++)
        sum += board->made[i];
    return sum;
}

static void run_until(unsigned calls)
{
    unsigned looks = 0, goal = calls_made() + calls;
    while (calls_made() < goal) {
        look(true);
        if (looks++ % 8 == 0)
            kill_orphans(false);
    }
}

/* ---- Before and after -------------------------------------------------------------------------
 */

static bool is_alone(void)
{
    struct proc_info info;
    return proc_info(1, &info) < 0;
}

static void name_others(void)
{
    struct proc_info info;
    for (int i = 0; proc_info(i, &info) == 0; i++)
        if (info.pid != getpid())
            msg("%d of %d: state %u, %u threads, %u pages, %u ticks", info.pid, info.ppid,
                info.state, info.threads, info.pages, info.cpu_ticks);
    fail("they are killed and do not end");
}

/* Ends all others and takes their files away. */
static void tidy(void)
{
    static const char *const files[] = {"fz-a",   "fz-b",    "fz-c",   "fz-d",
                                        "fz-e",   "fz-none", "fz-out", "fz-14letters-x",
                                        "fz-map", "\xff\x01"};
    for (int looks = 0; !is_alone(); looks++) {
        if (looks == DYING_LOOKS)
            name_others();
        kill_orphans(true);
        look(false);
    }
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        remove(files[i]);
    sleep_ms(50); /* Until the last thread's stack is gone. */
}

static const struct {
    const char *name;
    unsigned slack; /* The file pages that are cached now and were not have records. */
} balance[] = {{"vm.frames_kernel_heap", 8},
               {"vm.pages_promised", 0},
               {"vm.frames_pagetables", 0},
               {"vm.swap_slots_used", 40},
               {"heap.blocks", 40}};
#define BALANCED (sizeof balance / sizeof *balance)

static void take_balance(unsigned values[])
{
    for (unsigned i = 0; i < BALANCED; i++)
        values[i] = counted(balance[i].name);
}

static void compare(const unsigned before[], const unsigned after[])
{
    for (unsigned i = 0; i < BALANCED; i++) {
        msg("%s: %u before, %u after", balance[i].name, before[i], after[i]);
        REQUIRE(after[i] <= before[i] + balance[i].slack, "%s: %u before, %u after",
                balance[i].name, before[i], after[i]);
    }
}

/* Each call that returns must have done so without an error at times. */
static void report_calls(void)
{
    char line[100] = "";
    const char *name;
    for (unsigned i = 0; (name = fuzz_call_name(i)) != NULL; i++) {
        size_t n = strlen(line);
        snprintf(line + n, sizeof line - n, " %s %u/%u-%u", name, board->good[i], board->made[i],
                 killed_in[i]);
        if (strlen(line) > 60 || fuzz_call_name(i + 1) == NULL) {
            msg("good/made-killed:%s", line);
            line[0] = '\0';
        }
    }
}

static void round_of(unsigned calls)
{
    make_file("fz-map", 3 * TEST_PAGE + 100, seed);
    run_until(calls);
    tidy();
}

int main(int argc, char *argv[])
{
    /* Processes start this program with any arguments. */
    if (argc < 4 || getpid() > FUZZ_WATCHER_MAX)
        fuzz_leaf(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    unsigned before[BALANCED], after[BALANCED], calls = atoi(argv[2]);
    seed = atoi(argv[1]);
    count = atoi(argv[3]) < WORKERS_MAX ? atoi(argv[3]) : WORKERS_MAX;
    board = mmap2(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    msg("seed %u, %u calls, %u processes", seed, calls, count);

    round_of(calls / 10);
    take_balance(before);
    round_of(calls);
    take_balance(after);
    compare(before, after);
    report_calls();
    msg("%u calls made by %u processes: %u ended, %u were killed, %u of them for sleeping",
        calls_made(), generation, ended, killed, stopped);
    return EXIT_SUCCESS;
}
