/* SPDX-License-Identifier: MIT
 * Workload: a hot set of pages is in use all the time, while a scan runs past it over far more
 * memory.
 *
 * A policy that knows what is in use keeps the hot set and lets the scan's pages go; one that goes
 * by age alone gives up the hot pages too, again and again.
 *
 *     hot-scan [SCAN [HOT [PASSES]]]        pages, pages, number: by default 1024, 128, 3
 */
#include <random.h>
#include <stdlib.h>
#include "tests/lib.h"

#define PAGE 4096
#define WORDS (PAGE / sizeof(unsigned))
#define SCAN_MAX 4096
#define HOT_MAX 1024
#define USES_PER_STEP 8 /* Uses of hot pages for each page that the scan touches. */

static unsigned scan[SCAN_MAX][WORDS];
static unsigned hot[HOT_MAX][WORDS];

static unsigned uses[HOT_MAX]; /* What the hot pages should have counted. */

static void use_hot_pages(unsigned hot_pages)
{
    for (int i = 0; i < USES_PER_STEP; i++) {
        unsigned h = random_ulong() % hot_pages;
        unsigned word = random_ulong() % WORDS;
        hot[h][word]++;
        uses[h]++;
    }
}

/* What the scan writes to page I and expects to find there later. */
static unsigned mark(unsigned i)
{
    return i * 2654435761u + 1;
}

static void run_scan(unsigned pass, unsigned scan_pages, unsigned hot_pages)
{
    for (unsigned i = 0; i < scan_pages; i++) {
        unsigned *first = &scan[i][i % WORDS];
        if (pass == 0)
            *first = mark(i);
        REQUIRE(*first == mark(i), "page %u of the scan has %#x, not %#x", i, *first, mark(i));
        use_hot_pages(hot_pages);
    }
}

static void check_hot_pages(unsigned hot_pages)
{
    for (unsigned h = 0; h < hot_pages; h++) {
        unsigned sum = 0;
        for (unsigned i = 0; i < WORDS; i++)
            sum += hot[h][i];
        REQUIRE(sum == uses[h], "hot page %u counted %u uses, not %u", h, sum, uses[h]);
    }
}

static unsigned argument(int argc, char *argv[], int i, unsigned usual, unsigned max)
{
    unsigned value = argc > i ? (unsigned)atoi(argv[i]) : usual;
    REQUIRE(value > 0 && value <= max, "argument %d is not in 1...%u", i, max);
    return value;
}

int main(int argc, char *argv[])
{
    unsigned scan_pages = argument(argc, argv, 1, 1024, SCAN_MAX);
    unsigned hot_pages = argument(argc, argv, 2, 128, HOT_MAX);
    unsigned passes = argument(argc, argv, 3, 3, 1000);
    msg("%u hot pages, %u scanned %u times", hot_pages, scan_pages, passes);
    random_init(1);
    for (unsigned pass = 0; pass < passes; pass++) {
        run_scan(pass, scan_pages, hot_pages);
        check_hot_pages(hot_pages);
    }
    return EXIT_SUCCESS;
}
