/* SPDX-License-Identifier: MIT
 * The page-merge workloads: 1 MB sorted as 8 chunks of 128 kB by child processes, then merged.
 */
#ifndef EXAMPLES_LIB_MERGE_H
#define EXAMPLES_LIB_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#define MERGE_CHUNKS 8
#define MERGE_CHUNK_SIZE (128 * 1024)
#define MERGE_SIZE (MERGE_CHUNKS * MERGE_CHUNK_SIZE)

/* Fills 1 MB with noise, has each chunk sorted by program CHILD through a file, all AT_ONCE or one
 * after the other, merges the chunks into another 1 MB and checks the result.  Fails the program if
 * anything is wrong. */
void merge_sort(const char *child, bool at_once);

/* Sorts bytes, by exchanges in place. */
void sort_bytes(unsigned char *bytes, size_t n);

#endif
