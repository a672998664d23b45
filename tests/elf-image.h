/* SPDX-License-Identifier: MIT
 * For tests that make executables up.
 */
#ifndef TESTS_ELF_IMAGE_H
#define TESTS_ELF_IMAGE_H

#include <elf-file.h>
#include <string.h>

/* A good header without segments yet; they come right behind it. */
static inline void elf_image_start(struct elf_file_header *h, uint32_t entry)
{
    memset(h, 0, sizeof *h);
    memcpy(h, ELF_IDENT, ELF_IDENT_LENGTH);
    h->type = ELF_TYPE_EXEC;
    h->machine = ELF_MACHINE_386;
    h->version = ELF_VERSION;
    h->entry = entry;
    h->phoff = sizeof *h;
    h->ehsize = sizeof *h;
    h->phentsize = sizeof(struct elf_file_segment);
}

/* The next of SEGMENTS, those behind header H: FILESZ bytes at OFFSET in the file, at VADDR. */
static inline struct elf_file_segment *
elf_image_add(struct elf_file_header *h, struct elf_file_segment *segments, uint32_t vaddr,
              uint32_t offset, uint32_t filesz, uint32_t memsz, uint32_t flags)
{
    struct elf_file_segment *s = &segments[h->phnum++];
    *s = (struct elf_file_segment){ELF_LOAD, offset, vaddr, vaddr, filesz, memsz, flags, 4096};
    return s;
}

#endif
