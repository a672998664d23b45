/* SPDX-License-Identifier: MIT
 * Executables made up for the ELF tests.
 */
#ifndef TESTS_HOST_ELF_H
#define TESTS_HOST_ELF_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/elf-image.h"
#include "userprog/elf.h"

#define PAGE 4096u
#define R ELF_R
#define W ELF_W
#define X ELF_X

/* A file's headers, and how long the file is. */
struct test_elf {
    struct elf_file_header eh;
    struct elf_file_segment ph[ELF_PHDRS_MAX];
    uint32_t file_length;
};

static inline void elf_make(struct test_elf *e, uint32_t entry, uint32_t file_length)
{
    memset(e, 0, sizeof *e);
    elf_image_start(&e->eh, entry);
    e->file_length = file_length;
}

static inline struct elf_file_segment *elf_add(struct test_elf *e, uint32_t vaddr, uint32_t offset,
                                               uint32_t filesz, uint32_t memsz, uint32_t flags)
{
    return elf_image_add(&e->eh, e->ph, vaddr, offset, filesz, memsz, flags);
}

/* Does what the loader does; why the file was refused, or NULL. */
static inline const char *elf_read(const struct test_elf *e, struct elf_plan *plan)
{
    struct elf_header header;
    const char *why = elf_parse_header(&e->eh, sizeof e->eh, e->file_length, &header);
    if (why != NULL)
        return why;
    /* A block of its own and of the exact size, so that the sanitizer sees a read too many. */
    size_t size = header.phdrs * ELF_PHDR_SIZE;
    void *phdrs = malloc(size);
    memcpy(phdrs, e->ph, size);
    why = elf_parse_segments(&header, phdrs, e->file_length, plan);
    free(phdrs);
    return why;
}

#endif
