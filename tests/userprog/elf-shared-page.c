/* SPDX-License-Identifier: MIT
 * Segments that share a page, as today's linkers lay them out: each has its bytes, the page has the
 * rights of all, zeros follow, and what one process writes there no other sees.
 */
#include "tests/userprog/image.h"

/* data (40 in the file) += 2; exit (data + two words of bss) */
#define CODE_ADD                                                                                   \
    "\x83\x05\x00\x88\x04\x08\x02"                                                                 \
    "\xa1\x00\x88\x04\x08"                                                                         \
    "\x03\x05\x10\x88\x04\x08"                                                                     \
    "\x03\x05\x00\xa0\x04\x08"                                                                     \
    "\x50\x6a\x01\xcd\x30"

/* The first byte of the headers = 1; exit (42) */
#define CODE_WRITE_HEADER "\xc6\x05\x00\x80\x04\x08\x01" CODE_EXIT_42

static struct image image;

static int run_image(const char *name)
{
    pid_t pid = image_exec(&image, name, sizeof image);
    REQUIRE(pid != PID_ERROR, "exec \"%s\"", name);
    return wait(pid);
}

/* Headers, text and data all in the first page; bss goes on over two more. */
static void three_on_one(void)
{
    uint32_t forty = 40;
    image_start(&image, CODE_ADD, sizeof CODE_ADD - 1);
    image_add(&image, 0, 0x400, 0x400, ELF_R);
    image_add(&image, 0x400, 0x100, 0x100, ELF_R | ELF_X);
    image_add(&image, 0x800, 4, 0x2000, ELF_R | ELF_W);
    memcpy((char *)&image + 0x800, &forty, 4);
    /* Bytes of the file that belong to no segment must not show up in bss. */
    memset((char *)&image + 0x810, 0xff, 16);
    CHECK(run_image("three") == 42, "headers, text, data and bss in one page");
    CHECK(run("three") == 42, "again: the first one's write was its own");
}

static void without_writer(void)
{
    image_start(&image, CODE_WRITE_HEADER, sizeof CODE_WRITE_HEADER - 1);
    image_add(&image, 0, 0x400, 0x400, ELF_R);
    image_add(&image, 0x400, 0x100, 0x100, ELF_R | ELF_X);
    CHECK(run_image("no-writer") == -1, "a shared page that no segment may write");
    image_add(&image, 0x800, 0x100, 0x100, ELF_R | ELF_W);
    CHECK(run_image("a-writer") == 42, "the same with a segment that may");
}

int main(void)
{
    three_on_one();
    without_writer();
    return EXIT_SUCCESS;
}
