/* SPDX-License-Identifier: MIT
 * Processes that cannot hurt each other: a fork bomb, a CPU hog, one that dodges the ticks and a
 * thrasher, each in a group with limits, beside a process that computes for 200 ticks of CPU time.
 *
 * With -sched=stride the groups share the CPU equally, so it can be told when that one ought to be
 * done: the program works that out from what the others used, and prints all the figures in one
 * table.  It ends with status 1 if a group was not kept to its limits, or if the computing one
 * missed its time by more than a tenth.
 */
#include <mman.h>
#include <resource.h>
#include <stdbool.h>
#include <stdio.h>
#include <syscall.h>
#include <unistd.h>

#define WORK 200   /* Ticks. */
#define BUDGET 100 /* The hog's and the dodger's. */
#define PROCESSES 32
#define PAGES 64

#define US_PER_TICK 10000
#define PAGE_SIZE 4096
#define THRASHED 200 /* Pages. */

enum role { GOOD, HOG, DODGER, BOMB, THRASHER, ROLES };

/* What the processes tell each other: a page that they share. */
static volatile struct board {
    bool done;                 /* The good one has done its work. */
    unsigned elapsed;          /* Ticks that it took. */
    unsigned refused;          /* Of the bomb. */
    unsigned rounds;           /* Of the thrasher. */
    unsigned bad;              /* Pages of its that held something else. */
    struct limits used[ROLES]; /* Seen last. */
    unsigned ticks[ROLES];     /* That each used while the good one did its work. */
} * board;

static const struct {
    const char *name, *what;
    struct limits limits;
} roles[ROLES] = {
    [GOOD] = {"computer", "computes for 200 ticks", {0}},
    [HOG] = {"hog", "never stops", {.cpu_ticks = BUDGET}},
    [DODGER] = {"dodger", "yields before each tick", {.cpu_ticks = BUDGET}},
    [BOMB] = {"bomb", "forks for ever", {.processes = PROCESSES, .pages_max = 300}},
    [THRASHER] = {"thrasher", "writes to 200 pages in turn", {.pages_max = PAGES}},
};

static int64_t now_us(void)
{
    struct timespec now;
    time(&now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Notes what the group uses now. */
static struct limits look(enum role role)
{
    struct limits used;
    limit_get(NULL, &used);
    if (used.processes < board->used[role].processes)
        used.processes = board->used[role].processes;
    board->used[role] = used;
    return used;
}

static void work(void)
{
    for (volatile int i = 0; i < 2000; i++)
        ;
}

static void compute(void)
{
    int64_t start = now_us();
    for (int i = 0; i < ROLES; i++)
        board->ticks[i] = board->used[i].cpu_ticks;
    while (look(GOOD).cpu_ticks < WORK)
        work();
    board->elapsed = (now_us() - start) / US_PER_TICK;
    for (int i = 0; i < ROLES; i++)
        board->ticks[i] = board->used[i].cpu_ticks - board->ticks[i];
    board->done = true;
}

static void hog(void)
{
    for (;; look(HOG))
        work();
}

static void dodge(void)
{
    for (;;) {
        while (now_us() % US_PER_TICK < US_PER_TICK * 9 / 10)
            ;
        look(DODGER);
        yield();
    }
}

/* Whoever may not fork any more waits for the end. */
static void bomb(void)
{
    while (!board->done) {
        if (fork() < 0) {
            board->refused++;
            work();
        }
        look(BOMB);
    }
    while (waitpid(-1, NULL, 0) > 0)
        ;
}

static void thrash(void)
{
    static char pages[THRASHED][PAGE_SIZE];
    while (!board->done) {
        char mark = board->rounds % 100;
        for (int i = 0; i < THRASHED && !board->done; i++) {
            board->bad += board->rounds > 0 && pages[i][7] != (char)(mark - 1 + (mark == 0) * 100);
            pages[i][7] = mark;
            look(THRASHER);
        }
        board->rounds++;
    }
}

static void play(enum role role)
{
    static void (*const parts[ROLES])(void) = {compute, hog, dodge, bomb, thrash};
    int err = limit_set(&roles[role].limits);
    if (err < 0) {
        printf("limit_set: %d\n", err);
        exit(1);
    }
    parts[role]();
    exit(0);
}

/* Ticks after which the computer should be done: equal parts for all groups mean that by then none
 * has had more than the computer, however little some of them asked for. */
static unsigned promised(void)
{
    unsigned due = 0;
    for (int i = 0; i < ROLES; i++)
        due += board->ticks[i] < WORK ? board->ticks[i] : WORK;
    return due;
}

static void row(enum role role, const char *kept, bool ok)
{
    printf("| %-8s | %-27s | %-39s | %s\n", roles[role].name, roles[role].what, kept,
           ok ? "yes |" : "NO  |");
}

static bool print_table(const int status[])
{
    char kept[60];
    bool ok[ROLES], all = true;
    unsigned due = promised();
    const volatile struct limits *bomb = &board->used[BOMB], *thrasher = &board->used[THRASHER];
    ok[GOOD] = board->elapsed * 10 <= due * 11 && board->elapsed * 10 >= due * 9;
    ok[HOG] = status[HOG] == -1;
    ok[DODGER] = status[DODGER] == -1;
    ok[BOMB] =
        bomb->processes <= PROCESSES && bomb->processes > PROCESSES / 2 && board->refused > 0;
    ok[THRASHER] = thrasher->pages_max <= PAGES && board->rounds > 0 && board->bad == 0;
    printf("\n| group    | what it does                | what came of it                         | "
           "kept |\n");
    printf("| -------- | --------------------------- | --------------------------------------- | "
           "---- |\n");
    snprintf(kept, sizeof kept, "done in %u ticks, promised %u (%+d %%)", board->elapsed, due,
             ((int)board->elapsed - (int)due) * 100 / (int)due);
    row(GOOD, kept, ok[GOOD]);
    snprintf(kept, sizeof kept, "killed at its budget of %u ticks", BUDGET);
    row(HOG, kept, ok[HOG]);
    row(DODGER, kept, ok[DODGER]);
    snprintf(kept, sizeof kept, "%u processes of %u, %u forks refused", (unsigned)bomb->processes,
             PROCESSES, board->refused);
    row(BOMB, kept, ok[BOMB]);
    snprintf(kept, sizeof kept, "%u pages of %u at most, %u rounds", (unsigned)thrasher->pages_max,
             PAGES, board->rounds);
    row(THRASHER, kept, ok[THRASHER]);
    for (int i = 0; i < ROLES; i++)
        all = all && ok[i];
    return all;
}

int main(void)
{
    pid_t pids[ROLES];
    int status[ROLES];
    board = mmap2(NULL, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mman_error((void *)board) < 0)
        return 2;
    for (int i = ROLES - 1; i >= 0; i--) {
        pids[i] = fork();
        if (pids[i] == 0)
            play(i);
        if (pids[i] < 0)
            return 2;
    }
    for (int i = 0; i < ROLES; i++)
        status[i] = wait(pids[i]);
    return print_table(status) ? 0 : 1;
}
