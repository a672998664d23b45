/* SPDX-License-Identifier: MIT
 * Executables made up for the ELF tests.
 */
#ifndef TESTS_HOST_ELF_H
#define TESTS_HOST_ELF_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "userprog/elf.h"

#define PAGE 4096u
#define R 4
#define W 2
#define X 1

struct test_ehdr {
    uint8_t ident[16];
    uint16_t type, machine;
    uint32_t version, entry, phoff, shoff, flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

struct test_phdr {
    uint32_t type, offset, vaddr, paddr, filesz, memsz, flags, align;
};

/* A file's headers, and how long the file is. */
struct test_elf {
    struct test_ehdr eh;
    struct test_phdr ph[ELF_PHDRS_MAX];
    uint32_t file_length;
};

static inline void elf_make(struct test_elf *e, uint32_t entry, uint32_t file_length)
{
    memset(e, 0, sizeof *e);
    memcpy(e->eh.ident, "\177ELF\1\1\1", 7);
    e->eh.type = 2;
    e->eh.machine = 3;
    e->eh.version = 1;
    e->eh.entry = entry;
    e->eh.phoff = sizeof e->eh;
    e->eh.ehsize = sizeof e->eh;
    e->eh.phentsize = sizeof *e->ph;
    e->file_length = file_length;
}

static inline struct test_phdr *elf_add(struct test_elf *e, uint32_t vaddr, uint32_t offset,
                                        uint32_t filesz, uint32_t memsz, uint32_t flags)
{
    struct test_phdr *ph = &e->ph[e->eh.phnum++];
    *ph = (struct test_phdr){1, offset, vaddr, vaddr, filesz, memsz, flags, PAGE};
    return ph;
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
