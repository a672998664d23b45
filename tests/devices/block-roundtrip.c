/* SPDX-License-Identifier: MIT
 * What is written is read back: scattered over segments of many sizes, longer than one command,
 * in memory that DMA reaches and that it does not (the stack), whole and sector by sector.
 * @matrix: ide=dma,pio
 * @matrix: icount=3
 * @matrix: emulator=bochs ide=dma,pio
 * @sample: 4
 */
#include "tests/devices/disk.h"
#include "threads/malloc.h"

#define SECTORS 700

static void fill(uint8_t *buffer, uint32_t seed)
{
    for (uint32_t i = 0; i < SECTORS; i++)
        fill_sector(buffer + i * BLOCK_SECTOR_SIZE, i, seed);
}

/* Cuts BUFFER into segments of 1, 2, 3 ... sectors, an empty one in between.  Returns how many. */
static size_t cut(uint8_t *buffer, struct block_seg *segs)
{
    size_t cnt = 0;
    for (uint32_t at = 0, length = 1; at < SECTORS; length++) {
        uint32_t sectors = length < SECTORS - at ? length : SECTORS - at;
        segs[cnt++] = (struct block_seg){buffer + at * BLOCK_SECTOR_SIZE, sectors};
        at += sectors;
        if (length == 7)
            segs[cnt++] = (struct block_seg){buffer, 0};
    }
    return cnt;
}

static void check(const uint8_t *buffer, uint32_t seed, const char *how)
{
    for (uint32_t i = 0; i < SECTORS; i++)
        if (!is_sector(buffer + i * BLOCK_SECTOR_SIZE, i, seed))
            fail("%s: sector %u is not what was written", how, (unsigned)i);
}

static void check_singly(struct block *block, uint32_t seed)
{
    uint8_t on_stack[BLOCK_SECTOR_SIZE];
    for (uint32_t i = 0; i < SECTORS; i += 13) {
        KTEST_ASSERT(block_read(block, i, on_stack) == 0);
        if (!is_sector(on_stack, i, seed))
            fail("sector %u read singly is not what was written", (unsigned)i);
    }
}

KTEST(block_roundtrip)
{
    struct block *block = spare_device();
    struct block_seg segs[64], whole;
    uint8_t on_stack[BLOCK_SECTOR_SIZE];
    uint8_t *memory = malloc(SECTORS * BLOCK_SECTOR_SIZE + 1);

    KTEST_ASSERT(memory != NULL);
    for (uint32_t odd = 0; odd < 2; odd++) { /* an odd address is one that DMA cannot use */
        uint8_t *buffer = memory + odd;
        fill(buffer, odd);
        KTEST_ASSERT(block_writev(block, 0, segs, cut(buffer, segs)) == 0);
        memset(buffer, 0, SECTORS * BLOCK_SECTOR_SIZE);
        whole = (struct block_seg){buffer, SECTORS};
        KTEST_ASSERT(block_readv(block, 0, &whole, 1) == 0);
        check(buffer, odd, "read whole");
        check_singly(block, odd);

        fill(buffer, 10 + odd);
        KTEST_ASSERT(block_writev(block, 0, &whole, 1) == 0);
        memset(buffer, 0, SECTORS * BLOCK_SECTOR_SIZE);
        KTEST_ASSERT(block_readv(block, 0, segs, cut(buffer, segs)) == 0);
        check(buffer, 10 + odd, "read in segments");
    }

    fill_sector(on_stack, 5, 99);
    KTEST_ASSERT(block_write(block, 5, on_stack) == 0);
    KTEST_ASSERT(block_read(block, 4, memory) == 0 && is_sector(memory, 4, 11));
    KTEST_ASSERT(block_read(block, 5, memory) == 0 && is_sector(memory, 5, 99));
    KTEST_ASSERT(block_read(block, 6, memory) == 0 && is_sector(memory, 6, 11));
    free(memory);
}
