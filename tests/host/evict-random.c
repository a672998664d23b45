/* SPDX-License-Identifier: MIT
 * random: the seed decides all, and every evictable entry is as likely as any other.
 *
 * @sources: vm/evict/evict.c vm/evict/clock.c vm/evict/fifo.c vm/evict/random.c
 */
#include "tests/evict/bench.h"

enum { CELLS = 64, EACH = 2000 };

/* Victims of a full set of 512, each left in it. */
static void draw(uint64_t seed, int *out, int n)
{
    struct bench *bench = bench_open("random", 512, seed);
    bench_fill(bench, 512);
    for (int i = 0; i < n; i++)
        out[i] = bench_choose(bench);
    free(bench);
}

/* SplitMix64's published first outputs for the seed 1234567: their upper 9 bits of 64. */
static void check_generator(void)
{
    static const uint64_t published[5] = {6457827717110365317u, 3203168211198807973u,
                                          9817491932198370423u, 4593380528125082431u,
                                          16408922859458223821u};
    int got[5];
    draw(1234567, got, 5);
    for (int i = 0; i < 5; i++)
        CHECK(got[i] == (int)(published[i] >> 55), "draw %d of seed 1234567: %d, not %d", i, got[i],
              (int)(published[i] >> 55));
}

static void check_seeds(void)
{
    int a[256], b[256];
    for (uint64_t seed = 0; seed < 20; seed++) {
        draw(seed, a, 256);
        draw(seed, b, 256);
        CHECK(memcmp(a, b, sizeof a) == 0, "seed %d does not repeat", (int)seed);
        draw(seed + 1, b, 256);
        int same = 0;
        for (int i = 0; i < 256; i++)
            same += a[i] == b[i];
        CHECK(same < 16, "seeds %d and %d agree %d times in 256", (int)seed, (int)seed + 1, same);
    }
}

/* 63 degrees of freedom, standard deviation 11.2: six of them above, and five below, since too even
 * is not random either. */
static void check_chi_square(const char *what, const int *hits)
{
    double chi = 0;
    for (int i = 0; i < CELLS; i++)
        chi += (double)(hits[i] - EACH) * (hits[i] - EACH) / EACH;
    printf("%s: chi-square %.1f with %d degrees of freedom\n", what, chi, CELLS - 1);
    CHECK(chi > 7 && chi < 130, "%s: chi-square %.1f, expected about %d", what, chi, CELLS - 1);
}

/* CELLS evictable entries, number i*STEP of an array of CAPACITY; those between are pinned. */
static void check_uniform(const char *what, size_t capacity, int step, bool fill)
{
    struct bench *bench = bench_open("random", capacity, 42);
    int hits[CELLS] = {0};
    for (int id = 0; id < CELLS * step; id++) {
        bench->item[id].pinned = id % step != 0;
        if (fill || id % step == 0)
            bench_insert(bench, id);
    }
    for (int i = 0; i < CELLS * EACH; i++) {
        int id = bench_choose(bench);
        CHECK(id >= 0 && id % step == 0, "%s: chose %d", what, id);
        hits[id / step]++;
    }
    check_chi_square(what, hits);
    free(bench);
}

/* One draw tells nothing about the next. */
static void check_pairs(void)
{
    struct bench *bench = bench_open("random", 8, 3);
    int hits[CELLS] = {0};
    bench_fill(bench, 8);
    for (int i = 0; i < CELLS * EACH; i++) {
        int first = bench_choose(bench);
        hits[first * 8 + bench_choose(bench)]++;
    }
    check_chi_square("pairs of draws", hits);
    free(bench);
}

int main(void)
{
    check_generator();
    check_seeds();
    check_uniform("a full array", CELLS, 1, true);
    check_uniform("one entry in four present", CELLS * 4, 4, false);
    check_uniform("three in four pinned", CELLS * 4, 4, true);
    check_uniform("a sparse array, entries together", 1000000, 1, true);
    check_uniform("no array to speak of", 0, 1, true);
    check_pairs();
    return 0;
}
