/* SPDX-License-Identifier: MIT
 * The kernel heap.
 *
 * Blocks of up to 2,016 bytes come from pages of one size class each; larger ones are whole pages.
 * Every block is aligned to 8 bytes.  A page with no block in use goes back to palloc.  A free of
 * what is not a block in use, or twice, panics in every build; the debug build also finds writes
 * past a block's end and after its free.
 */
#ifndef THREADS_MALLOC_H
#define THREADS_MALLOC_H

#include <stddef.h>
#include <stdint.h>

/* For init.c; needs palloc and thread_init(). */
void malloc_init(void);

/* SIZE bytes, or NULL when there is no memory or SIZE is 0.  May sleep, also to reclaim pages: the
 * caller holds no lock that reclaiming needs. */
void *malloc(size_t size) __attribute__((malloc));

/* The same, but takes what is free now (palloc's reserve too) and never reclaims. */
void *malloc_atomic(size_t size) __attribute__((malloc));

/* CNT times SIZE bytes of zeros; NULL also if the product overflows. */
void *calloc(size_t cnt, size_t size) __attribute__((malloc));

/* Changes BLOCK's size, moving it if need be; as malloc() for NULL, as free() for size 0.  On
 * failure NULL, and BLOCK stays. */
void *realloc(void *block, size_t size);

/* Gives BLOCK, if not NULL, back.  May sleep.  Not in an interrupt handler. */
void free(void *block);

/* Blocks in use: for tests that compare with a baseline. */
size_t malloc_blocks(void);

#endif
