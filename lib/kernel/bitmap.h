/* SPDX-License-Identifier: MIT
 * Arrays of bits.
 *
 * bitmap_mark, _reset, _flip (and _set, which uses them) are atomic, also against interrupt
 * handlers; everything else is serialised by the owner.
 */
#ifndef LIB_KERNEL_BITMAP_H
#define LIB_KERNEL_BITMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bitmap;

/* "No such group of bits." */
#define BITMAP_ERROR SIZE_MAX

/* A bitmap of COUNT bits, all false, or NULL if there is no memory.  May sleep. */
struct bitmap *bitmap_create(size_t count);
void bitmap_destroy(struct bitmap *b);

/* The same in BLOCK, aligned memory of at least bitmap_buf_size(COUNT) bytes, which the caller
 * keeps and frees (no bitmap_destroy). */
struct bitmap *bitmap_create_in_buf(size_t count, void *block, size_t block_size);
size_t bitmap_buf_size(size_t count);

size_t bitmap_size(const struct bitmap *b);

/* One bit. */
void bitmap_set(struct bitmap *b, size_t index, bool value);
void bitmap_mark(struct bitmap *b, size_t index);
void bitmap_reset(struct bitmap *b, size_t index);
void bitmap_flip(struct bitmap *b, size_t index);
bool bitmap_test(const struct bitmap *b, size_t index);

/* All bits, or COUNT of them from START on. */
void bitmap_set_all(struct bitmap *b, bool value);
void bitmap_set_multiple(struct bitmap *b, size_t start, size_t count, bool value);
size_t bitmap_count(const struct bitmap *b, size_t start, size_t count, bool value);
bool bitmap_contains(const struct bitmap *b, size_t start, size_t count, bool value);
bool bitmap_any(const struct bitmap *b, size_t start, size_t count);
bool bitmap_none(const struct bitmap *b, size_t start, size_t count);
bool bitmap_all(const struct bitmap *b, size_t start, size_t count);

/* The index of the first group of COUNT bits in a row equal to VALUE at or after START, or
 * BITMAP_ERROR. The second form also flips them. */
size_t bitmap_scan(const struct bitmap *b, size_t start, size_t count, bool value);
size_t bitmap_scan_and_flip(struct bitmap *b, size_t start, size_t count, bool value);

/* The bits' own memory, in little-endian order, and its size in bytes. */
void *bitmap_bytes(const struct bitmap *b);
size_t bitmap_file_size(const struct bitmap *b);

/* Read B from, and write it to, the beginning of FILE; false if that fails. */
struct file;
bool bitmap_read(struct bitmap *b, struct file *file);
bool bitmap_write(const struct bitmap *b, struct file *file);

/* Prints the bits' memory in hex. */
void bitmap_dump(const struct bitmap *b);

#endif
