/* SPDX-License-Identifier: MIT
 * A condition variable: a signal wakes one, a broadcast all, who returns holds the mutex, a wait
 * may have a limit, and no signal is lost between releasing the mutex and sleeping.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mutex.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define WAITERS 4
#define ITEMS 300
#define PATIENCE_MS 4000

static struct mutex mutex;
static struct cond cond, has_item, has_room;
static volatile int waiting, woken, tickets, full, produced;

static int now_ms(void)
{
    struct timespec t;
    time(&t);
    return (int)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void take_ticket(void *arg)
{
    mutex_lock(&mutex);
    waiting++;
    cond_wait(&cond, &mutex);
    REQUIRE(!mutex_try_lock(&mutex), "the mutex is free behind cond_wait()");
    int was = woken;
    sleep_ms(1); /* Time for others to come, if the mutex lets them. */
    woken = was + 1;
    mutex_unlock(&mutex);
}

/* So many must be woken, and no more soon. */
static void expect_woken(int wanted)
{
    for (int ms = 0; woken < wanted && ms < PATIENCE_MS; ms += 10)
        sleep_ms(10);
    sleep_ms(50);
    CHECK(woken == wanted, "%d of %d woken", woken, WAITERS);
}

static void check_wakes(void)
{
    cond_signal(&cond);
    cond_broadcast(&cond);
    for (int i = 0; i < WAITERS; i++)
        REQUIRE(thread_start(take_ticket, NULL) > 0, "thread_start");
    while (waiting < WAITERS)
        yield();
    sleep_ms(50);
    expect_woken(0);
    cond_signal(&cond);
    expect_woken(1);
    mutex_lock(&mutex);
    cond_signal(&cond);
    mutex_unlock(&mutex);
    expect_woken(2);
    cond_broadcast(&cond);
    expect_woken(WAITERS);
}

static void signal_later(void *arg)
{
    sleep_ms(60);
    mutex_lock(&mutex);
    tickets = 1;
    cond_signal(&cond);
    mutex_unlock(&mutex);
}

static void check_limits(void)
{
    mutex_lock(&mutex);
    int start = now_ms();
    CHECK(cond_wait_ms(&cond, &mutex, 80) == -ETIMEDOUT, "a wait with a limit");
    int ms = now_ms() - start;
    CHECK(ms >= 79 && ms < 2000, "in time");
    CHECK(!mutex_try_lock(&mutex), "the mutex is held behind it");
    REQUIRE(thread_start(signal_later, NULL) > 0, "thread_start");
    while (!tickets)
        REQUIRE(cond_wait_ms(&cond, &mutex, PATIENCE_MS) == 0, "the signal did not come");
    msg("a signal within the limit");
    mutex_unlock(&mutex);
}

static void await(struct cond *what, const char *name)
{
    REQUIRE(cond_wait_ms(what, &mutex, PATIENCE_MS) == 0, "a signal of %s was lost", name);
}

static void produce(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        mutex_lock(&mutex);
        while (full)
            await(&has_room, "room");
        full = 1;
        produced++;
        cond_signal(&has_item);
        mutex_unlock(&mutex);
    }
}

static void check_handover(void)
{
    REQUIRE(thread_start(produce, NULL) > 0, "thread_start");
    for (int i = 0; i < ITEMS; i++) {
        mutex_lock(&mutex);
        while (!full)
            await(&has_item, "an item");
        full = 0;
        cond_signal(&has_room);
        mutex_unlock(&mutex);
    }
    CHECK(produced == ITEMS && !full, "%d items through one place", produced);
}

static void signal_when_free(void *arg)
{
    for (int i = 0; i < ITEMS; i++) {
        while (!full)
            yield();
        mutex_lock(&mutex);
        full = 0;
        cond_signal(&cond);
        mutex_unlock(&mutex);
    }
}

/* Who releases the mutex to wait wakes the very thread that then signals. */
static void check_release(void)
{
    REQUIRE(thread_start(signal_when_free, NULL) > 0, "thread_start");
    for (int i = 0; i < ITEMS; i++) {
        mutex_lock(&mutex);
        full = 1;
        yield();
        yield();
        while (full)
            await(&cond, "one who waits for the mutex");
        mutex_unlock(&mutex);
    }
    msg("%d signals by who waits for the mutex", ITEMS);
}

int main(void)
{
    check_wakes();
    check_limits();
    check_handover();
    check_release();
    return EXIT_SUCCESS;
}
