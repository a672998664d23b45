/* SPDX-License-Identifier: MIT
 * A first-fit heap.
 *
 * Each block has a header before it.  Free ones are on a list in the order of their addresses, so
 * that freeing can join neighbours; a request takes the first that is large enough, or its end.
 */
#include <debug.h>
#include <malloc.h>
#include <mutex.h>
#include <round.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define UNIT sizeof(struct header)
#define GROW_LEAST 16384
#define MAGIC 0x6d616c6c /* of a block in use */

struct header {
    size_t size; /* Of the block with its header, in bytes: a multiple of UNIT. */
    union {
        struct header *next; /* While it is free. */
        uint32_t magic;
    };
};
static_assert(sizeof(struct header) == 8, "blocks are aligned to 8");

static struct header *free_list;
static struct mutex heap;

static char *end_of(struct header *block)
{
    return (char *)block + block->size;
}

/* Puts BLOCK into the list, joined with a free block that ends or begins where it does. */
static void insert(struct header *block)
{
    struct header **link = &free_list, *before = NULL;
    for (; *link != NULL && *link < block; link = &(*link)->next)
        before = *link;
    block->next = *link;
    if (block->next != NULL && end_of(block) == (char *)block->next) {
        block->size += block->next->size;
        block->next = block->next->next;
    }
    *link = block;
    if (before != NULL && end_of(before) == (char *)block) {
        before->size += block->size;
        before->next = block->next;
    }
}

/* Takes SIZE bytes of a free block out of the list, or returns NULL. */
static struct header *take(size_t size)
{
    for (struct header **link = &free_list; *link != NULL; link = &(*link)->next) {
        struct header *block = *link;
        if (block->size < size)
            continue;
        if (block->size == size) {
            *link = block->next;
            return block;
        }
        block->size -= size;
        struct header *taken = (struct header *)end_of(block);
        taken->size = size;
        return taken;
    }
    return NULL;
}

static bool grow(size_t size)
{
    size = ROUND_UP(size < GROW_LEAST ? GROW_LEAST : size, GROW_LEAST);
    struct header *block = sbrk(size);
    if (block == (void *)-1)
        return false;
    block->size = size;
    insert(block);
    return true;
}

void *malloc(size_t size)
{
    if (size == 0 || size > INTPTR_MAX / 2)
        return NULL;
    size = ROUND_UP(size, UNIT) + UNIT;
    mutex_lock(&heap);
    struct header *block = take(size);
    if (block == NULL && grow(size))
        block = take(size);
    mutex_unlock(&heap);
    if (block == NULL)
        return NULL;
    block->magic = MAGIC;
    return block + 1;
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    void *block = __builtin_mul_overflow(count, size, &bytes) ? NULL : malloc(bytes);
    return block != NULL ? memset(block, 0, bytes) : NULL;
}

void free(void *block)
{
    if (block == NULL)
        return;
    struct header *header = (struct header *)block - 1;
    ASSERT(header->magic == MAGIC);
    mutex_lock(&heap);
    insert(header);
    mutex_unlock(&heap);
}

void *realloc(void *block, size_t size)
{
    if (block == NULL)
        return malloc(size);
    size_t had = ((struct header *)block - 1)->size - UNIT;
    if (size > 0 && size <= had)
        return block;
    void *new = malloc(size);
    if (new != NULL)
        memcpy(new, block, had);
    if (new != NULL || size == 0)
        free(block);
    return new;
}
