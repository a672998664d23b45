/* SPDX-License-Identifier: MIT
 * thread_start() gives each thread a stack of its own with a guard below it, takes it back when the
 * thread has been joined, and leaves nothing behind where there is no memory for one.
 *
 * @mem: 6
 * @swap: 8
 */
#include <errno.h>
#include <mman.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define THREADS 6
#define DEEP (13 * TEST_PAGE)
#define STACK (16 * TEST_PAGE)
#define IN_TURN 1200
#define MANY 400

static volatile int filled, word;
static uintptr_t *lowest; /* In shared memory: how far a stack went. */

/* Fills its stack, waits until all have done so, looks at it again. */
static void use_stack(void *arg)
{
    unsigned char memory[DEEP];
    for (size_t i = 0; i < DEEP; i++)
        memory[i] = pattern(i, (unsigned)arg);
    __atomic_add_fetch(&filled, 1, __ATOMIC_SEQ_CST);
    while (filled < THREADS)
        yield();
    check_bytes("a stack", memory, DEEP, 0, (unsigned)arg);
}

static void check_own(void)
{
    int tid[THREADS];
    for (int i = 0; i < THREADS; i++)
        REQUIRE((tid[i] = thread_start(use_stack, (void *)i)) > 0, "thread_start: %d", tid[i]);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(thread_join(tid[i], NULL) == 0, "join");
    msg("%d threads used %d bytes of stack each", THREADS, DEEP);
}

static void wait_long(void *arg)
{
    futex_wait(&word, 0, 0);
}

/* Down without an end. */
static void descend(void *arg)
{
    volatile char frame[512];
    frame[0] = 1;
    lowest[1] = (uintptr_t)frame;
    if (lowest[0] == 0)
        lowest[0] = (uintptr_t)frame;
    if (word == 0)
        descend((void *)frame);
    frame[1] = 2;
}

/* A child whose second thread goes down where others have their stacks on both sides. */
static void check_guard(void)
{
    int status;
    lowest = mmap2(NULL, TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid = fork();
    if (pid == 0) {
        thread_start(wait_long, NULL);
        sleep_ms(20);
        thread_start(descend, NULL);
        thread_start(wait_long, NULL);
        for (;;)
            sleep_ms(1000);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    CHECK(status == SIGSEGV, "a stack that overflows ends the process");
    unsigned used = lowest[0] - lowest[1];
    CHECK(used > STACK / 2 && used < STACK, "before it reaches another (%u bytes)", used);
}

static void nothing(void *arg)
{
    thread_exit((int)arg);
}

static void check_in_turn(void)
{
    int status;
    for (int i = 0; i < IN_TURN; i++) {
        int tid = thread_start(nothing, (void *)i);
        REQUIRE(tid > 0, "thread %d: %d", i, tid);
        REQUIRE(thread_join(tid, &status) == 0 && status == i, "join of thread %d", i);
    }
    msg("%d threads, one after the other", IN_TURN);
}

/* Until there is no memory for another. */
static int start_many(void)
{
    static int tid[MANY];
    int n = 0;
    word = 0;
    while (n < MANY && (tid[n] = thread_start(wait_long, NULL)) > 0)
        n++;
    REQUIRE(n < MANY && (tid[n] == -ENOMEM || tid[n] == -EAGAIN), "the end of memory is %d",
            tid[n]);
    word = 1;
    futex_wake(&word, n);
    for (int i = 0; i < n; i++)
        REQUIRE(thread_join(tid[i], NULL) == 0, "join of %d", i);
    return n;
}

int main(void)
{
    check_own();
    check_guard();
    check_in_turn();
    int first = start_many(), again = start_many(), last = start_many();
    CHECK(first >= 20 && again >= first && last >= first, "many until memory ends, three times");
    return EXIT_SUCCESS;
}
