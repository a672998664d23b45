/* SPDX-License-Identifier: MIT
 * A mutex has one holder; who waits for it sleeps, and gets it in the end; taking a free one and
 * releasing one that nobody waits for makes no system call.
 *
 * @matrix: jitter=1..10
 */
#include <mutex.h>
#include <resource.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define SLEEPERS 5
#define COUNTERS 4
#define ROUNDS 250
#define PATIENCE_MS 5000

static struct mutex mutex;
static volatile int done, inside, counter;

static unsigned calls(void)
{
    uint64_t value = 0;
    REQUIRE(kstat_value("syscall.calls", &value) == 0, "no counter of system calls");
    return value;
}

/* Waits for threads of which some may be lost, as thread_join() would for ever. */
static void expect_done(int wanted, const char *what)
{
    for (int ms = 0; done < wanted && ms < PATIENCE_MS; ms += 10)
        sleep_ms(10);
    CHECK(done == wanted, "%d of %d %s", done, wanted, what);
    done = 0;
}

static void check_alone(void)
{
    unsigned start = calls(), counted = calls() - start;
    start = calls();
    for (int i = 0; i < 1000; i++) {
        mutex_lock(&mutex);
        mutex_unlock(&mutex);
    }
    unsigned made = calls() - start - counted;
    CHECK(made == 0, "no system call where nobody waits");
    CHECK(mutex_try_lock(&mutex), "a free one is taken by trying");
    CHECK(!mutex_try_lock(&mutex), "a held one is not");
    mutex_unlock(&mutex);
    CHECK(mutex_try_lock(&mutex), "it is free again");
    mutex_unlock(&mutex);
}

static void take_once(void *arg)
{
    mutex_lock(&mutex);
    REQUIRE(++inside == 1, "%d hold it", inside);
    yield();
    inside--;
    done++;
    mutex_unlock(&mutex);
}

static void check_sleepers(void)
{
    mutex_lock(&mutex);
    for (int i = 0; i < SLEEPERS; i++)
        REQUIRE(thread_start(take_once, NULL) > 0, "thread_start");
    sleep_ms(100);
    unsigned start = calls(), counted = calls() - start;
    start = calls();
    sleep_ms(100);
    CHECK(calls() - start == counted + 1 && done == 0, "they sleep");
    mutex_unlock(&mutex);
    expect_done(SLEEPERS, "sleepers had their turn");
}

static void count(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        mutex_lock(&mutex);
        int was = counter;
        if (i % 8 == 0)
            yield();
        counter = was + 1;
        mutex_unlock(&mutex);
    }
    __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
}

int main(void)
{
    check_alone();
    check_sleepers();
    for (int i = 0; i < COUNTERS; i++)
        REQUIRE(thread_start(count, NULL) > 0, "thread_start");
    expect_done(COUNTERS, "counters ended");
    CHECK(counter == COUNTERS * ROUNDS, "%d counted", counter);
    CHECK(mutex_try_lock(&mutex), "nobody holds it in the end");
    return EXIT_SUCCESS;
}
