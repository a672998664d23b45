/* SPDX-License-Identifier: MIT
 * The kernel heap: size classes in pages, and whole pages.
 *
 * A class's page is a header and as many blocks as fit.  The header's map has a bit for each block
 * that is free, so the heap keeps nothing inside free memory, a double free is seen at once, and
 * whoever writes into a freed block hurts no one but its next owner.  Pages with a free block are
 * on their class's list; full ones are on none; one with nothing but free blocks goes back.
 *
 * Locks: each class has one, over its list and its pages.  It is dropped before palloc is asked for
 * a page, because reclaiming memory may free blocks.
 */
#include "threads/malloc.h"
#include <debug.h>
#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "redzone.h"
#include "poison.h"
#include "threads/failnth.h"
#include "threads/kstat.h"
#include "threads/palloc.h"
#include "threads/synch.h"
#include "threads/vaddr.h"

#define HEAP_MAGIC 0x68656170u
#define MAP_WORDS 8

struct heap_class {
    struct lock lock;
    struct list pages; /* With a free block. */
    uint32_t size;     /* Of a block. */
    uint32_t per_page;
    uint32_t reciprocal; /* 2^20 / size, rounded up: divides offsets below 4096 exactly. */
};

/* At the start of every page of blocks, and of the first page of a large block. */
struct heap_page {
    uint32_t magic;
    struct heap_class *class; /* NULL: of a large block. */
    uint32_t free_cnt;        /* Blocks that are free; of a large block: its pages. */
    struct list_elem elem;    /* In the class's list while 0 < free_cnt. */
    uint32_t words;           /* Bit i: map[i] is not zero. */
    uint32_t map[MAP_WORDS];  /* Bit set: the block is free. */
} __attribute__((aligned(8)));

#define HEADER_SIZE sizeof(struct heap_page)
#define ROOM (PGSIZE - HEADER_SIZE)

static_assert(HEADER_SIZE % 8 == 0, "blocks are aligned to 8 bytes");
static_assert(ROOM / 16 <= 32 * MAP_WORDS, "the map covers the smallest class");

/* As many sizes as divide a page well: from 336 up, they are the largest of which n fit. */
static const uint16_t sizes[] = {16,  24,  32,  40,  48,  56,  64,  80,  96,  112,  128,  160, 192,
                                 224, 256, 304, 336, 400, 504, 576, 672, 808, 1008, 1344, 2016};
#define CLASSES (sizeof sizes / sizeof sizes[0])
#define SIZE_MAX_CLASS 2016

static struct heap_class classes[CLASSES];
static uint8_t class_of[SIZE_MAX_CLASS / 8 + 1]; /* By size in units of 8, rounded up. */
static size_t block_cnt;

KSTAT_DEFINE(stat_allocs, "heap", "allocs", "blocks", "blocks allocated");
KSTAT_DEFINE(stat_failures, "heap", "failures", "blocks", "allocations refused for lack of memory");

static uint64_t blocks_gauge(void)
{
    return block_cnt;
}
KSTAT_GAUGE(stat_blocks, "heap", "blocks", "blocks", "blocks in use now", blocks_gauge);

void malloc_init(void)
{
    for (size_t i = 0, units = 0; i < CLASSES; i++) {
        struct heap_class *c = &classes[i];
        lock_init(&c->lock);
        list_init(&c->pages);
        c->size = sizes[i];
        c->per_page = ROOM / sizes[i];
        c->reciprocal = ((1u << 20) + sizes[i] - 1) / sizes[i];
        for (; units <= sizes[i] / 8; units++)
            class_of[units] = i;
    }
}

size_t malloc_blocks(void)
{
    return block_cnt;
}

static struct heap_page *heap_page_of(const void *block)
{
    struct heap_page *page = pg_round_down(block);
    if (page->magic != HEAP_MAGIC)
        PANIC("heap: %p is not a block, or its page's header was overwritten", block);
    return page;
}

/* Makes a class's page out of fresh memory. */
static void page_format(struct heap_page *page, struct heap_class *class)
{
    size_t cnt = class->per_page;
    page->magic = HEAP_MAGIC;
    page->class = class;
    page->free_cnt = cnt;
    page->words = 0;
    for (size_t i = 0; i < MAP_WORDS; i++, cnt -= cnt < 32 ? cnt : 32) {
        page->map[i] = cnt >= 32 ? ~0u : (1u << cnt) - 1;
        page->words |= (uint32_t)(cnt > 0) << i;
    }
    poison_fill(page + 1, ROOM & ~3u);
}

/* Adds a page to C, whose lock is held, dropping it meanwhile.  False if there is no memory. */
static NO_INLINE bool class_grow(struct heap_class *c, enum palloc_flags flags)
{
    lock_release(&c->lock);
    struct heap_page *page = palloc_get_page(flags);
    if (page != NULL)
        page_format(page, c);
    lock_acquire(&c->lock);
    if (page != NULL)
        list_push_front(&c->pages, &page->elem);
    return page != NULL;
}

/* Takes a free block of PAGE, which has one; its class's lock is held. */
static void *page_take(struct heap_class *c, struct heap_page *page)
{
    unsigned word = __builtin_ctz(page->words);
    unsigned bit = __builtin_ctz(page->map[word]);
    page->map[word] &= page->map[word] - 1;
    if (page->map[word] == 0)
        page->words &= page->words - 1;
    if (--page->free_cnt == 0)
        list_remove(&page->elem);
    return (uint8_t *)(page + 1) + (word * 32 + bit) * c->size;
}

static void *class_alloc(struct heap_class *c, enum palloc_flags flags)
{
    void *block = NULL;
    lock_acquire(&c->lock);
    if (!list_empty(&c->pages) || class_grow(c, flags)) {
        block = page_take(c, list_entry(list_begin(&c->pages), struct heap_page, elem));
        block_cnt++;
    }
    lock_release(&c->lock);
    if (block != NULL && !poison_intact(block, c->size))
        PANIC("heap: freed block %p of %u bytes was written to", block, (unsigned)c->size);
    return block;
}

static void *large_alloc(size_t cnt, enum palloc_flags flags)
{
    struct heap_page *page = palloc_get_multiple(flags, cnt);
    if (page == NULL)
        return NULL;
    page->magic = HEAP_MAGIC;
    page->class = NULL;
    page->free_cnt = cnt;
    __atomic_fetch_add(&block_cnt, 1, __ATOMIC_RELAXED);
    return page + 1;
}

static void *heap_alloc(size_t size, enum palloc_flags flags)
{
    size_t gross = size + REDZONE, usable;
    void *block;
    if (size == 0 || size > SIZE_MAX - 2 * PGSIZE)
        return NULL;
    if (fail_nth("a block of the heap"))
        return NULL;
    if (gross <= SIZE_MAX_CLASS) {
        struct heap_class *c = &classes[class_of[(gross + 7) / 8]];
        block = class_alloc(c, flags);
        usable = c->size;
    } else {
        size_t cnt = (gross + HEADER_SIZE + PGSIZE - 1) / PGSIZE;
        block = large_alloc(cnt, flags);
        usable = cnt * PGSIZE - HEADER_SIZE;
    }
    if (block == NULL) {
        kstat_inc(&stat_failures);
        return NULL;
    }
    redzone_set(block, size, usable);
    kstat_inc(&stat_allocs);
    return block;
}

void *malloc(size_t size)
{
    return heap_alloc(size, 0);
}

void *malloc_atomic(size_t size)
{
    return heap_alloc(size, PAL_ATOMIC);
}

void *calloc(size_t cnt, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(cnt, size, &bytes))
        return NULL;
    void *block = malloc(bytes);
    if (block != NULL)
        memset(block, 0, bytes);
    return block;
}

static size_t usable_size(const struct heap_page *page)
{
    return page->class != NULL ? page->class->size : page->free_cnt * PGSIZE - HEADER_SIZE;
}

void *realloc(void *block, size_t size)
{
    if (block == NULL)
        return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    size_t usable = usable_size(heap_page_of(block)), old_size = redzone_size(block, usable);
    if (size + REDZONE <= usable && size + REDZONE > usable / 2) {
        redzone_set(block, size, usable);
        return block;
    }
    void *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, block, size < old_size ? size : old_size);
        free(block);
    }
    return copy;
}

static NO_INLINE void large_free(struct heap_page *page, void *block)
{
    if (block != page + 1)
        PANIC("heap: free of %p, which is inside a block", block);
    redzone_check(block, usable_size(page));
    page->magic = 0;
    __atomic_fetch_sub(&block_cnt, 1, __ATOMIC_RELAXED);
    palloc_free_multiple(page, page->free_cnt);
}

/* Marks BLOCK free.  Returns whether PAGE is empty now and has left its class. */
static bool page_give(struct heap_class *c, struct heap_page *page, void *block)
{
    uint32_t offset = (uint8_t *)block - (uint8_t *)(page + 1);
    uint32_t index = offset * c->reciprocal >> 20;
    uint32_t *map = &page->map[index / 32], bit = 1u << index % 32;
    if (index * c->size != offset || index >= c->per_page)
        PANIC("heap: free of %p, which is inside a block", block);
    if (*map & bit)
        PANIC("heap: double free of %p (%u bytes)", block, (unsigned)c->size);
    redzone_check(block, c->size);
    poison_fill(block, c->size);
    *map |= bit;
    page->words |= 1u << index / 32;
    block_cnt--;
    if (page->free_cnt++ == 0)
        list_push_front(&c->pages, &page->elem);
    if (page->free_cnt < c->per_page)
        return false;
    list_remove(&page->elem);
    page->magic = 0;
    return true;
}

void free(void *block)
{
    if (block == NULL)
        return;
    struct heap_page *page = heap_page_of(block);
    struct heap_class *c = page->class;
    if (c == NULL) {
        large_free(page, block);
        return;
    }
    lock_acquire(&c->lock);
    bool empty = page_give(c, page, block);
    lock_release(&c->lock);
    if (empty)
        palloc_free_page(page);
}
