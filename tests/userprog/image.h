/* SPDX-License-Identifier: MIT
 * Executables that a test makes itself: headers and a few bytes of code, put into a file and run.
 */
#ifndef TESTS_USERPROG_IMAGE_H
#define TESTS_USERPROG_IMAGE_H

#include <string.h>
#include "tests/lib.h"

#define IMAGE_BASE 0x08048000u
#define IMAGE_R 4
#define IMAGE_W 2
#define IMAGE_X 1
#define IMAGE_CODE 0x400 /* Where the code is, in the file and from the base. */

struct image_header {
    uint8_t ident[16];
    uint16_t type, machine;
    uint32_t version, entry, phoff, shoff, flags;
    uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
};

struct image_segment {
    uint32_t type, offset, vaddr, paddr, filesz, memsz, flags, align;
};

/* The first bytes of the file. */
struct image {
    struct image_header header;
    struct image_segment segment[10];
    uint8_t rest[0x2000 - 52 - 10 * 32];
};

/* exit (42) */
#define CODE_EXIT_42 "\x6a\x2a\x6a\x01\xcd\x30"

static inline struct image_segment *image_add(struct image *image, uint32_t offset, uint32_t filesz,
                                              uint32_t memsz, uint32_t flags)
{
    struct image_segment *s = &image->segment[image->header.phnum++];
    uint32_t addr = IMAGE_BASE + offset;
    *s = (struct image_segment){1, offset, addr, addr, filesz, memsz, flags, TEST_PAGE};
    return s;
}

/* An image without segments, with CODE where IMAGE_CODE says. */
static inline void image_start(struct image *image, const void *code, size_t size)
{
    memset(image, 0, sizeof *image);
    memcpy(image->header.ident, "\177ELF\1\1\1", 7);
    image->header.type = 2;
    image->header.machine = 3;
    image->header.version = 1;
    image->header.entry = IMAGE_BASE + IMAGE_CODE;
    image->header.phoff = sizeof image->header;
    image->header.ehsize = sizeof image->header;
    image->header.phentsize = sizeof *image->segment;
    memcpy((char *)image + IMAGE_CODE, code, size);
}

/* One that ends with status 42: text, and data with bss. */
static inline void image_good(struct image *image)
{
    image_start(image, CODE_EXIT_42, 6);
    image_add(image, 0, 0x800, 0x800, IMAGE_R | IMAGE_X);
    image_add(image, 0x1000, 0x100, 0x3000, IMAGE_R | IMAGE_W);
}

/* Makes file NAME of the image's first SIZE bytes, and tries to start it. */
static inline pid_t image_exec(const struct image *image, const char *name, size_t size)
{
    remove(name);
    REQUIRE(create(name, 0), "create \"%s\"", name);
    int fd = open_file(name);
    REQUIRE(write(fd, image, size) == (int)size, "write \"%s\"", name);
    close(fd);
    return exec(name);
}

#endif
