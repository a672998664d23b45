/* SPDX-License-Identifier: MIT
 * Threads share memory and descriptors; mutexes and conditions keep them apart; joining one gives
 * its status, once.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mutex.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define THREADS 6
#define ROUNDS 200

static struct mutex mutex;
static struct cond changed;
static volatile int counter, turn, file;

static void count(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        mutex_lock(&mutex);
        int was = counter;
        if (i % 16 == 0)
            yield();
        counter = was + 1;
        mutex_unlock(&mutex);
    }
    thread_exit((int)arg);
}

static void take_turns(void *arg)
{
    for (int i = 0; i < 20; i++) {
        mutex_lock(&mutex);
        while (turn % THREADS != (int)arg)
            cond_wait(&changed, &mutex);
        turn++;
        cond_broadcast(&changed);
        mutex_unlock(&mutex);
    }
}

static void run_all(void (*entry)(void *), bool with_status)
{
    int tid[THREADS], status;
    for (int i = 0; i < THREADS; i++)
        REQUIRE((tid[i] = thread_start(entry, (void *)i)) > 0, "thread_start: %d", tid[i]);
    for (int i = THREADS - 1; i >= 0; i--) {
        int err = thread_join(tid[i], &status);
        REQUIRE(err == 0, "thread_join %d: %d", tid[i], err);
        REQUIRE(!with_status || status == i, "status %d of thread %d", status, i);
        REQUIRE(thread_join(tid[i], &status) == -ESRCH, "joined twice");
    }
}

static void open_one(void *arg)
{
    file = open("sample");
}

static void join_first(void *arg)
{
    thread_exit(thread_join((int)arg, NULL));
}

static void sleep_long(void *arg)
{
    sleep_ms((int)arg);
}

int main(void)
{
    run_all(count, true);
    CHECK(counter == THREADS * ROUNDS, "%d counted", counter);
    run_all(take_turns, false);
    CHECK(turn == THREADS * 20, "%d turns", turn);

    char byte;
    make_file("sample", 100, 1);
    int tid = thread_start(open_one, NULL);
    REQUIRE(thread_join(tid, NULL) == 0, "join");
    CHECK(read(file, &byte, 1) == 1, "a descriptor of another thread's");

    CHECK(thread_join(1, NULL) == -EDEADLK, "joining itself");
    CHECK(thread_join(9999, NULL) == -ESRCH, "joining nobody");
    int status, slow = thread_start(sleep_long, (void *)300);
    tid = thread_start(join_first, (void *)slow);
    sleep_ms(50);
    CHECK(thread_join(slow, NULL) == -ESRCH, "joining one that another joins");
    CHECK(thread_join(tid, &status) == 0 && status == 0, "who joins it gets it");
    return EXIT_SUCCESS;
}
