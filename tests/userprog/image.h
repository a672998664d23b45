/* SPDX-License-Identifier: MIT
 * Executables that a test makes itself: headers and a few bytes of code, put into a file and run.
 */
#ifndef TESTS_USERPROG_IMAGE_H
#define TESTS_USERPROG_IMAGE_H

#include <string.h>
#include "tests/elf-image.h"
#include "tests/lib.h"

#define IMAGE_BASE 0x08048000u
#define IMAGE_CODE 0x400 /* Where the code is, in the file and from the base. */

/* The first bytes of the file. */
struct image {
    struct elf_file_header header;
    struct elf_file_segment segment[10];
    uint8_t rest[0x2000 - 52 - 10 * 32];
};

/* exit (42) */
#define CODE_EXIT_42 "\x6a\x2a\x6a\x01\xcd\x30"

static inline struct elf_file_segment *image_add(struct image *image, uint32_t offset,
                                                 uint32_t filesz, uint32_t memsz, uint32_t flags)
{
    return elf_image_add(&image->header, image->segment, IMAGE_BASE + offset, offset, filesz, memsz,
                         flags);
}

/* An image without segments, with CODE where IMAGE_CODE says. */
static inline void image_start(struct image *image, const void *code, size_t size)
{
    memset(image, 0, sizeof *image);
    elf_image_start(&image->header, IMAGE_BASE + IMAGE_CODE);
    memcpy((char *)image + IMAGE_CODE, code, size);
}

/* One that ends with status 42: text, and data with bss. */
static inline void image_good(struct image *image)
{
    image_start(image, CODE_EXIT_42, 6);
    image_add(image, 0, 0x800, 0x800, ELF_R | ELF_X);
    image_add(image, 0x1000, 0x100, 0x3000, ELF_R | ELF_W);
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
