/* SPDX-License-Identifier: MIT
 * The page-merge workloads: see merge.h.
 */
#include "examples/lib/merge.h"

#include <stdio.h>
#include "examples/lib/arc4.h"
#include "tests/lib.h"

static unsigned char input[MERGE_SIZE], output[MERGE_SIZE];

static void fill(unsigned histogram[256])
{
    struct arc4 arc4;
    msg("fill");
    arc4_init(&arc4, "merge", 5);
    arc4_crypt(&arc4, input, MERGE_SIZE);
    for (size_t i = 0; i < MERGE_SIZE; i++)
        histogram[input[i]]++;
}

/* Puts chunk I into a file and starts its sorter. */
static pid_t start_sorter(const char *child, int i)
{
    char name[15], cmd_line[40];
    snprintf(name, sizeof name, "chunk-%d", i);
    snprintf(cmd_line, sizeof cmd_line, "%s %s", child, name);
    create(name, MERGE_CHUNK_SIZE); /* May be there from an earlier run. */
    int fd = open_file(name);
    int n = write(fd, input + i * MERGE_CHUNK_SIZE, MERGE_CHUNK_SIZE);
    REQUIRE(n == MERGE_CHUNK_SIZE, "write \"%s\": %d", name, n);
    close(fd);
    pid_t pid = exec(cmd_line);
    CHECK(pid != PID_ERROR, "sort chunk %d", i);
    return pid;
}

static void finish_sorter(pid_t pid, int i)
{
    char name[15];
    int status = wait(pid);
    CHECK(status == 0, "chunk %d is sorted: %d", i, status);
    snprintf(name, sizeof name, "chunk-%d", i);
    int fd = open_file(name);
    int n = read(fd, input + i * MERGE_CHUNK_SIZE, MERGE_CHUNK_SIZE);
    REQUIRE(n == MERGE_CHUNK_SIZE, "read \"%s\": %d", name, n);
    close(fd);
}

static void sort_chunks(const char *child, bool at_once)
{
    pid_t sorters[MERGE_CHUNKS];
    for (int i = 0; i < MERGE_CHUNKS; i++) {
        sorters[i] = start_sorter(child, i);
        if (!at_once)
            finish_sorter(sorters[i], i);
    }
    for (int i = 0; i < MERGE_CHUNKS && at_once; i++)
        finish_sorter(sorters[i], i);
}

/* Takes the least of the chunks' first bytes, until there are none. */
static void merge(void)
{
    const unsigned char *next[MERGE_CHUNKS], *end[MERGE_CHUNKS];
    int chunks = MERGE_CHUNKS;
    unsigned char *out = output;
    msg("merge");
    for (int i = 0; i < MERGE_CHUNKS; i++) {
        next[i] = input + i * MERGE_CHUNK_SIZE;
        end[i] = next[i] + MERGE_CHUNK_SIZE;
    }
    while (chunks > 0) {
        int least = 0;
        for (int i = 1; i < chunks; i++)
            if (*next[i] < *next[least])
                least = i;
        *out++ = *next[least]++;
        if (next[least] == end[least]) {
            chunks--;
            next[least] = next[chunks];
            end[least] = end[chunks];
        }
    }
}

static void verify(const unsigned histogram[256])
{
    size_t at = 0;
    msg("verify");
    for (unsigned value = 0; value < 256; value++)
        for (unsigned n = histogram[value]; n > 0; n--, at++)
            REQUIRE(output[at] == value, "byte %zu is %u, not %u", at, output[at], value);
}

void merge_sort(const char *child, bool at_once)
{
    unsigned histogram[256] = {0};
    fill(histogram);
    sort_chunks(child, at_once);
    merge();
    verify(histogram);
    msg("sorted %d bytes", MERGE_SIZE);
}
