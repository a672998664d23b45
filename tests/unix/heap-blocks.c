/* SPDX-License-Identifier: MIT
 * malloc(), calloc(), realloc() and free() of programs: blocks are aligned and apart, freed ones
 * are joined and used again, memory may end and come back, sizes may be anything, threads may call
 * at once, and a block that is freed twice is noticed.
 *
 * @mem: 8
 * @swap: 4
 * @matrix: jitter=1..10
 */
#include <malloc.h>
#include <random.h>
#include <string.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define BLOCKS 240
#define PIECE 40000
#define PIECES_MAX 1000
#define THREADS 3
#define OWN 150

static struct block {
    unsigned char *at;
    unsigned size, seed;
} blocks[BLOCKS];

static void take(struct block *b, unsigned size, unsigned seed)
{
    *b = (struct block){malloc(size), size, seed};
    REQUIRE(b->at != NULL, "no %u bytes", size);
    REQUIRE((uintptr_t)b->at % 8 == 0, "%u bytes at %p", size, b->at);
    for (unsigned i = 0; i < size; i++)
        b->at[i] = pattern(i, seed);
}

static void look_at(const struct block *b)
{
    check_bytes("a block", b->at, b->size, 0, b->seed);
}

static void give_back(struct block *b)
{
    look_at(b);
    free(b->at);
    b->at = NULL;
}

static void check_holes(void)
{
    random_init(1);
    unsigned total = 0;
    for (int i = 0; i < BLOCKS; i++) {
        take(&blocks[i], i < 60 ? i + 1u : random_ulong() % 600 + 1, i);
        total += blocks[i].size;
    }
    for (int i = 0; i < BLOCKS; i++)
        look_at(&blocks[i]);
    msg("%d blocks of all sizes", BLOCKS);
    char *end = sbrk(0);
    for (int i = 0; i < BLOCKS; i += 2)
        give_back(&blocks[i]);
    for (int i = 0; i < BLOCKS; i += 2)
        take(&blocks[i], (blocks[i].size + 1) / 2, i + 7);
    CHECK(sbrk(0) == end, "holes are used again");
    for (int i = 0; i < BLOCKS; i++)
        give_back(&blocks[(i * 77) % BLOCKS]);
    take(blocks, total, 3);
    CHECK(sbrk(0) == end, "freed neighbours are one block of %u bytes", total);
    give_back(blocks);
}

static bool is_zero(const char *p, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        if (p[i] != 0)
            return false;
    return true;
}

static void check_sizes(void)
{
    static const size_t huge[] = {0xffffffff, 0xfffffff8, 0xfffffff0, 0xffffc000,
                                  0x80000000, 0x7fffffff, 0x40000000, 0x3fffffff};
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        REQUIRE(malloc(huge[i]) == NULL, "%zx bytes", huge[i]);
        REQUIRE(calloc(huge[i], 1) == NULL && calloc(1, huge[i]) == NULL, "%zx zeros", huge[i]);
    }
    REQUIRE(calloc(0x10001, 0x10000) == NULL && calloc(0x20000, 0x8000) == NULL, "a product wraps");
    CHECK(malloc(0) == NULL && calloc(0, 8) == NULL, "sizes of nothing and of too much");
    free(NULL);
    char *p = calloc(25, 40);
    CHECK(p != NULL && is_zero(p, 1000), "zeros where other bytes were");
    free(p);
}

static void check_realloc(void)
{
    take(blocks, 100, 5);
    take(blocks + 1, 100, 6);
    for (unsigned size = 101; size < 30000; size = size * 3 / 2) {
        unsigned char *p = realloc(blocks[0].at, size);
        REQUIRE(p != NULL && (uintptr_t)p % 8 == 0, "grown to %u bytes", size);
        blocks[0].at = p;
        look_at(blocks);
        for (unsigned i = 0; i < size; i++)
            p[i] = pattern(i, 5);
        blocks[0].size = size;
    }
    REQUIRE(realloc(blocks[0].at, 0x7fffffff) == NULL, "grown to 2 GB");
    look_at(blocks);
    unsigned char *p = realloc(blocks[0].at, 50);
    REQUIRE(p != NULL, "shrunk");
    blocks[0] = (struct block){p, 50, 5};
    give_back(blocks);
    give_back(blocks + 1);
    CHECK((p = realloc(NULL, 40)) != NULL && realloc(p, 0) == NULL, "realloc keeps what was there");
}

/* A list of blocks until there is no more memory; how many. */
static int take_all(void **list)
{
    int n = 0;
    for (void **p; (p = malloc(PIECE)) != NULL; *list = p, n++) {
        REQUIRE(n < PIECES_MAX, "memory does not end");
        *p = *list;
        memset(p + 1, n, 64);
    }
    return n;
}

static void check_end_of_memory(void)
{
    int counts[3];
    for (int i = 0; i < 3; i++) {
        void *list = NULL, *next;
        counts[i] = take_all(&list);
        REQUIRE(malloc(PIECE) == NULL && calloc(1, PIECE) == NULL, "more than there is");
        for (; list != NULL; list = next) {
            next = *(void **)list;
            free(list);
        }
    }
    CHECK(counts[0] >= 50 && counts[1] >= counts[0] && counts[2] >= counts[0],
          "memory ends and is back, three times");
}

/* After a fork the first write to each page enters the kernel, which may well let another thread
 * run: also in the middle of malloc() or free(). */
static void fork_for_nothing(void)
{
    pid_t pid = fork();
    if (pid == 0)
        exit(0);
    REQUIRE(pid > 0 && waitpid(pid, NULL, 0) == pid, "fork: %d", pid);
}

static void work(void *arg)
{
    static unsigned *own[THREADS][OWN];
    unsigned state = (unsigned)arg * 7919 + 12345, id = (unsigned)arg;
    for (int i = 0; i < 3000; i++) {
        state = state * 1103515245 + 12345;
        unsigned k = (state >> 16) % OWN, **p = &own[id][k], mark = id * OWN + k;
        if (i % 50 == 0)
            fork_for_nothing();
        REQUIRE(*p == NULL || **p == mark, "block %u of thread %u is %#x", k, id, **p);
        if (*p != NULL) {
            free(*p);
            *p = NULL;
        } else if ((*p = malloc((state >> 8) % 200 + 4)) != NULL) {
            **p = mark;
        }
    }
    for (int i = 0; i < OWN; i++)
        free(own[id][i]);
}

static void check_threads(void)
{
    int tid[THREADS];
    for (int i = 0; i < THREADS; i++)
        REQUIRE((tid[i] = thread_start(work, (void *)i)) > 0, "thread_start: %d", tid[i]);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(thread_join(tid[i], NULL) == 0, "join");
    msg("%d threads at once", THREADS);
}

static void check_freed_twice(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        void *p = malloc(20), *volatile same = p;
        free(p);
        free(same);
        exit(0);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    CHECK(status == W_EXITCODE(1, 0), "a block freed twice ends the program");
}

int main(void)
{
    check_holes();
    check_sizes();
    check_realloc();
    check_threads();
    check_freed_twice();
    check_end_of_memory();
    return EXIT_SUCCESS;
}
