/* SPDX-License-Identifier: MIT
 * Policies are found by exact name and in order, and a set starts and resizes as evict.h says.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/evict/bench.h"

static void check_names(void)
{
    static const char *const names[] = {"clock", "fifo", "random"};
    for (size_t i = 0; i < 3; i++) {
        const struct evict_policy *policy = evict_policy_nth(i);
        CHECK(policy != NULL && strcmp(policy->name, names[i]) == 0, "policy %zu is not %s", i,
              names[i]);
        CHECK(evict_policy_find(names[i]) == policy, "%s not found", names[i]);
        CHECK(policy->help != NULL && strchr(policy->help, '\n') == NULL, "%s: help", names[i]);
    }
    CHECK(evict_policy_nth(3) == NULL, "a fourth policy");
    static const char *const bad[] = {"", "cloc", "clocks", "Clock", "fifo ", "lottery"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(evict_policy_find(bad[i]) == NULL, "found a policy by the name '%s'", bad[i]);
}

/* init fills every field: two sets made from different garbage are the same. */
static void check_init(const char *policy)
{
    static struct evict_set a, b;
    memset(&a, 0x5a, sizeof a);
    memset(&b, 0xa5, sizeof b);
    evict_set_init(&a, evict_policy_find(policy), &bench_owner, NULL, 10, 3);
    evict_set_init(&b, evict_policy_find(policy), &bench_owner, NULL, 10, 3);
    CHECK(memcmp(&a, &b, sizeof a) == 0, "%s: init leaves a field as it was", policy);
}

/* After the array has shrunk, what lies beyond its end is still evicted. */
static void check_resize(const char *policy)
{
    struct bench *bench = bench_open(policy, 100, 9);
    bench_fill(bench, 100);
    evict_resize(&bench->set, 10);
    CHECK(bench->set.capacity == 10, "%s: capacity %zu", policy, bench->set.capacity);
    for (int i = 0; i < 100; i++) {
        int id = bench_choose(bench);
        CHECK(id != NAIVE_NONE, "%s: %d entries left behind by a resize", policy, 100 - i);
        bench_remove(bench, id);
    }
    CHECK(bench->set.count == 0, "%s: %zu entries in an empty set", policy, bench->set.count);
    free(bench);
}

/* Misuse dies on the spot rather than tangling two rings. */
static void check_traps(bool twice)
{
    pid_t child = fork();
    if (child == 0) {
        struct bench *bench = bench_open("fifo", 2, 1);
        signal(SIGILL, SIG_DFL);
        bench_insert(bench, 0);
        if (twice)
            bench_insert(bench, 0);
        else
            evict_remove(&bench->set, &bench->item[1].entry, true);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child, "waitpid");
    CHECK(status != 0, "%s goes unnoticed",
          twice ? "inserting an entry twice" : "removing an entry that is in no set");
}

int main(void)
{
    check_names();
    check_traps(true);
    check_traps(false);
    for (size_t i = 0; evict_policy_nth(i) != NULL; i++) {
        check_init(evict_policy_nth(i)->name);
        check_resize(evict_policy_nth(i)->name);
    }
    return 0;
}
