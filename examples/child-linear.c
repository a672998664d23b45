/* SPDX-License-Identifier: MIT
 * One of page-parallel's children: encrypts and decrypts 1 MB of zeros, and looks whether zeros
 * came back.
 *
 *     child-linear KEY            at once
 *     child-linear KEY I N        as number I of N: touches its memory, then waits until all N have
 *
 * There is no call to sleep by among the first 15, so waiting is looking for the others' files from
 * time to time, and giving the CPU away between two looks: by running a program that does nothing,
 * to its end.
 *
 * @sources: examples/lib/arc4.c examples/lib/barrier.c
 */
#include <stdlib.h>
#include <string.h>
#include "examples/lib/arc4.h"
#include "examples/lib/barrier.h"
#include "tests/lib.h"

#define SIZE (1024 * 1024)
#define PAGE 4096

static char buffer[SIZE];

static void crypt(const char *key)
{
    struct arc4 arc4;
    arc4_init(&arc4, key, strlen(key));
    arc4_crypt(&arc4, buffer, SIZE);
}

static void meet_others(int i, int n)
{
    for (size_t at = 0; at < SIZE; at += PAGE)
        *(volatile char *)&buffer[at] = 0;
    barrier_arrive(i);
    barrier_wait(n);
}

int main(int argc, char *argv[])
{
    const char *key = argc > 1 ? argv[1] : "key";
    if (argc > 3)
        meet_others(atoi(argv[2]), atoi(argv[3]));
    crypt(key);
    crypt(key);
    for (size_t i = 0; i < SIZE; i++)
        REQUIRE(buffer[i] == 0, "byte %zu is %#x, not 0", i, (unsigned char)buffer[i]);
    return EXIT_SUCCESS;
}
