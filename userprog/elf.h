/* SPDX-License-Identifier: MIT
 * What an executable asks for, read from its headers: pure functions that touch no memory but what
 * they are handed, so that the host can feed them garbage (tests/host/elf-*.c).
 *
 * An image is planned in two steps.  elf_parse_header() says where the program headers are;
 * elf_parse_segments() turns them into a plan: spans of pages to map from the file, and single
 * pages that two or more segments share and that must be put together from pieces.  The plan's
 * spans and shared pages are disjoint, in rising order, inside user space and clear of the stack.
 * Every refusal is a string that says what is wrong with the file.
 */
#ifndef USERPROG_ELF_H
#define USERPROG_ELF_H

#include <elf-file.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ELF_HEADER_SIZE sizeof(struct elf_file_header)
#define ELF_PHDR_SIZE sizeof(struct elf_file_segment)
#define ELF_PHDRS_MAX 32u    /* Program headers of any kind in one file. */
#define ELF_SEGMENTS_MAX 16u /* PT_LOAD segments in one file. */

/* Addresses that a segment may use: not the first page, so that a null pointer stays bad, and not
 * where the stack may grow. */
#define ELF_ADDR_MIN 0x1000u
#define ELF_ADDR_END (0xc0000000u - (8u << 20))

/* What elf_parse_header() finds out. */
struct elf_header {
    uint32_t entry;
    uint32_t phdrs_offset; /* In the file. */
    uint32_t phdrs;        /* How many, 1 to ELF_PHDRS_MAX. */
};

/* A PT_LOAD segment: FILE_SIZE bytes from the file, then zeros up to MEM_SIZE. */
struct elf_segment {
    uint32_t addr, mem_size;
    uint32_t offset, file_size;
    bool writable, executable;
};

/* Whole pages that come from the file as they are: aspace_map()'s arguments.  A file_bytes of zero
 * means that they are all zeros. */
struct elf_span {
    uint32_t start, length;
    uint32_t first_page, file_bytes;
    bool writable;
};

/* A page with bytes of several segments; writable if any of them is. */
struct elf_shared_page {
    uint32_t start;
    bool writable;
};

struct elf_plan {
    uint32_t entry;
    size_t segments, spans, shared_pages;
    struct elf_segment segment[ELF_SEGMENTS_MAX];
    struct elf_span span[ELF_SEGMENTS_MAX];
    struct elf_shared_page shared_page[ELF_SEGMENTS_MAX];
};

/* Checks the file's first SIZE bytes, of FILE_LENGTH in all.  NULL if the header is good, else why
 * not. */
const char *elf_parse_header(const void *head, size_t size, uint32_t file_length,
                             struct elf_header *header);

/* Checks the HEADER->phdrs program headers at PHDRS and plans the image.  NULL, or why not. */
const char *elf_parse_segments(const struct elf_header *header, const void *phdrs,
                               uint32_t file_length, struct elf_plan *plan);

/* The I-th piece of file content that belongs on shared page PAGE: OFFSET and LENGTH in the file,
 * its address in *ADDR.  False when segment I has none there. */
bool elf_shared_piece(const struct elf_plan *plan, const struct elf_shared_page *page, size_t i,
                      uint32_t *addr, uint32_t *offset, uint32_t *length);

#endif
