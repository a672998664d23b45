/* SPDX-License-Identifier: MIT
 * A futex is the same word for all who share its memory, shared by fork or through a file, and
 * another for a copy; waits have limits; as many are woken as asked for.
 *
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mman.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

static volatile int word, woken;

static void wait_for_word(void *arg)
{
    int err = futex_wait(&word, 0, 0);
    REQUIRE(err == 0, "futex_wait: %d", err);
    __atomic_add_fetch(&woken, 1, __ATOMIC_SEQ_CST);
}

static void check_counts(void)
{
    int tid[6];
    for (int i = 0; i < 6; i++)
        tid[i] = thread_start(wait_for_word, NULL);
    sleep_ms(50);
    CHECK(futex_wake(&word, 0) == 0, "none");
    CHECK(futex_wake(&word, 1) == 1, "one");
    CHECK(futex_wake(&word, 2) == 2, "two");
    sleep_ms(30);
    CHECK(woken == 3, "three run");
    CHECK(futex_wake((volatile int *)&woken, 9) == 0, "nobody waits there");
    CHECK(futex_wake(&word, 100) == 3, "all the others");
    for (int i = 0; i < 6; i++)
        thread_join(tid[i], NULL);
}

static void check_limits(void)
{
    struct timespec from, to;
    CHECK(futex_wait(&word, 1, 0) == -EAGAIN, "another value");
    time(&from);
    CHECK(futex_wait(&word, 0, 100) == -ETIMEDOUT, "a limit");
    time(&to);
    int64_t ms = (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
    CHECK(ms >= 99 && ms < 1000, "in time");
    CHECK(futex_wake(&word, 1) == 0, "who timed out is not woken");
}

/* A child waits on CHILDS while the parent wakes OURS; whether that wakes it. */
static void check_pair(volatile int *ours, volatile int *childs, bool same, const char *what)
{
    int status;
    *ours = 0;
    pid_t pid = fork();
    if (pid == 0)
        exit(futex_wait(childs, 0, 400) == 0 ? 1 : 2);
    sleep_ms(60);
    int n = futex_wake(ours, 10);
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    CHECK(n == same && WEXITSTATUS(status) == (same ? 1 : 2), "%s", what);
}

int main(void)
{
    check_counts();
    check_limits();
    check_pair(&word, &word, false, "a copy is another word");
    int *memory = mmap2(NULL, TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check_pair(memory + 5, memory + 5, true, "shared memory");
    check_pair(memory + 5, memory + 6, false, "another word of it");
    make_file("sample", 3 * TEST_PAGE, 1);
    int fd = open_file("sample");
    int *file = mmap2(NULL, 3 * TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int *part = mmap2(NULL, TEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 2);
    REQUIRE(mman_error(file) == 0 && mman_error(part) == 0, "mmap2");
    check_pair(file + 2 * 1024 + 7, part + 7, true, "a file at two addresses");
    check_pair(file + 7, part + 7, false, "another page of it");
    return EXIT_SUCCESS;
}
