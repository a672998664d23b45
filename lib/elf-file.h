/* SPDX-License-Identifier: MIT
 * An executable as it lies in a file: ELF for 32-bit x86 (System V ABI, chapter 4).
 */
#ifndef LIB_ELF_FILE_H
#define LIB_ELF_FILE_H

#include <stdint.h>

/* The first bytes: the magic number, 32 bits, little-endian, version 1. */
#define ELF_IDENT "\177ELF\1\1\1"
#define ELF_IDENT_LENGTH 7u

enum { ELF_CLASS_32 = 1, ELF_DATA_LITTLE_ENDIAN = 1, ELF_VERSION = 1 };
enum { ELF_TYPE_EXEC = 2, ELF_MACHINE_386 = 3 };
enum { ELF_LOAD = 1, ELF_DYNAMIC = 2, ELF_INTERP = 3, ELF_SHLIB = 5 }; /* Kinds of segment. */
enum { ELF_X = 1, ELF_W = 2, ELF_R = 4 };

struct elf_file_header {
    uint8_t magic[4], class, data, ident_version, padding[9];
    uint16_t type, machine;
    uint32_t version, entry, phoff, shoff, flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

/* A program header. */
struct elf_file_segment {
    uint32_t type, offset, vaddr, paddr, filesz, memsz, flags, align;
};

_Static_assert(sizeof(struct elf_file_header) == 52, "ELF header");
_Static_assert(sizeof(struct elf_file_segment) == 32, "ELF program header");

#endif
