/* SPDX-License-Identifier: MIT
 * Memory of any size for programs, from sbrk().
 */
#ifndef LIB_USER_MALLOC_H
#define LIB_USER_MALLOC_H

#include <stddef.h>

/* Aligned to 8; NULL if there is no more.  Threads may call all of these at once. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
/* NULL is ignored. */
void free(void *block);

#endif
