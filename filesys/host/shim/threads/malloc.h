/* SPDX-License-Identifier: MIT
 * The host's own heap.
 */
#ifndef THREADS_MALLOC_H
#define THREADS_MALLOC_H

#include <stdlib.h>

void *malloc_atomic(size_t size);

#endif
