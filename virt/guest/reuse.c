/* SPDX-License-Identifier: MIT
 * Reuse of page tables: few hot regions and many cold ones, each with a table of its own.
 *
 * With PAE, REGIONS regions of 2 MB from WINDOW on, each mapped by one table; HOT of them get 90 %
 * of the accesses.  Of each region the same number of pages is used.  A hot region's pages have
 * frames of their own, and those are told to vmm as hot; the pages of the cold ones alias a smaller
 * number of frames, so that little RAM is needed: the tables, and so their shadows, are the same as
 * if they did not.  The trace depends on the parameters alone.  Every read is checked, and the
 * checksum printed.
 *
 * vmm sees mark 1 when the trace begins, 2 when half and 3 when all of it is done; the rest of the
 * guest (code, stack) needs one table.
 *
 * Parameters: accesses=N (100000); seed=N (1); mode=random|scan: the order of the cold ones;
 * pages=N (16) used of each region; cold=N (256) frames for cold pages; writes=N (0) percent of the
 * accesses also write; hot=N (90) percent of accesses that are hot.
 */
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

const char guest_name[] = "reuse";

#define REGIONS 256u
#define HOT 16u
#define REGION_SIZE (2u << 20)
#define WINDOW 0x40000000u
#define WORDS (PAGE_SIZE / 4)

static struct {
    uint32_t accesses, seed, pages, cold_frames, writes, hot_percent;
    bool scan;
} opt;
static struct prng prng;
static uint32_t hot_frames, cold_frames; /* The first of each; they lie in a row. */
static uint32_t scan_at;
static uint32_t hot_done, write_done, checksum = HASH_START;

/* Hot regions lie apart, not in a row. */
static uint32_t hot_region(uint32_t n)
{
    return n * (REGIONS / HOT) + n % 7;
}

static bool is_hot(uint32_t region)
{
    return hot_region(region / (REGIONS / HOT)) == region;
}

static uint32_t frame_of(uint32_t region, uint32_t page)
{
    if (is_hot(region))
        return hot_frames + (region / (REGIONS / HOT) * opt.pages + page) * PAGE_SIZE;
    return cold_frames + (region * opt.pages + page) % opt.cold_frames * PAGE_SIZE;
}

/* What word N of FRAME always holds. */
static uint32_t content(uint32_t frame, uint32_t n)
{
    return hash_word(hash_word(HASH_START, frame), n);
}

static void fill_frames(uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count * WORDS; i++) {
        uint32_t address = first + i * 4;
        *(uint32_t *)address = content(address & -PAGE_SIZE, i % WORDS);
    }
}

static void build(struct space *space)
{
    *space = space_create(true, REGION_SIZE, PTE_W);
    hot_frames = pages_alloc(HOT * opt.pages, PAGE_SIZE);
    cold_frames = pages_alloc(opt.cold_frames, PAGE_SIZE);
    fill_frames(hot_frames, HOT * opt.pages);
    fill_frames(cold_frames, opt.cold_frames);
    for (uint32_t region = 0; region < REGIONS; region++) {
        for (uint32_t page = 0; page < opt.pages; page++) {
            space_map(space, WINDOW + region * REGION_SIZE + page * PAGE_SIZE,
                      frame_of(region, page) | PTE_P | PTE_W);
        }
    }
    for (uint32_t n = 0; n < HOT; n++) {
        mark_hot(hot_frames / PAGE_SIZE + n * opt.pages, opt.pages);
    }
}

/* ---- The trace ---- */

static uint32_t cold_region(void)
{
    uint32_t region;
    do {
        region = opt.scan ? scan_at++ % REGIONS : prng_below(&prng, REGIONS);
    } while (is_hot(region));
    return region;
}

static void access_one(void)
{
    bool hot = prng_below(&prng, 100) < opt.hot_percent;
    uint32_t region = hot ? hot_region(prng_below(&prng, HOT)) : cold_region();
    uint32_t page = prng_below(&prng, opt.pages), n = prng_below(&prng, WORDS);
    volatile uint32_t *word =
        (volatile uint32_t *)(WINDOW + region * REGION_SIZE + page * PAGE_SIZE) + n;
    uint32_t seen = *word, want = content(frame_of(region, page), n);
    if (seen != want)
        guest_fail("region %u, page %u, word %u: %#x, not %#x", region, page, n, seen, want);
    if (opt.writes > 0 && prng_below(&prng, 100) < opt.writes) {
        *word = want;
        write_done++;
    }
    hot_done += hot;
    checksum = hash_word(checksum, seen);
}

static void read_parameters(void)
{
    opt.accesses = param_number("accesses", 100000);
    opt.seed = param_number("seed", 1);
    opt.pages = param_number("pages", 16);
    opt.cold_frames = param_number("cold", 256);
    opt.writes = param_number("writes", 0);
    opt.hot_percent = param_number("hot", 90);
    opt.scan = param_is("mode", "scan");
    if (!opt.scan && !param_is("mode", "random") && !param_is("mode", ""))
        guest_fail("mode: random or scan");
    if (opt.pages == 0 || opt.pages > 512 || opt.cold_frames == 0)
        guest_fail("pages: 1 to 512; cold: 1 or more");
}

int guest_main(void)
{
    struct space space;
    read_parameters();
    prng = prng_seeded(opt.seed);
    build(&space);
    paging_on(&space);
    mark(1);
    for (uint32_t i = 0; i < opt.accesses; i++) {
        if (i == opt.accesses / 2)
            mark(2);
        access_one();
    }
    mark(3);
    checkpoint(1);
    printf("%u regions, %u hot, %u pages of each; cold: %s; seed %u\n", REGIONS, HOT, opt.pages,
           opt.scan ? "scan" : "random", opt.seed);
    printf("%u accesses, %u hot, %u writes, checksum %08x\n", opt.accesses, hot_done, write_done,
           checksum);
    return 0;
}
