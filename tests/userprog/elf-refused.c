/* SPDX-License-Identifier: MIT
 * Executables whose headers lie are refused, each with one line that says why, and nothing else
 * happens.
 *
 * @output: ^load: magic: not an ELF file$
 * @output: ^load: class: not a 32-bit little-endian ELF file$
 * @output: ^load: type: not an executable \(only ET_EXEC is\)$
 * @output: ^load: machine: not for the i386$
 * @output: ^load: phnum: too many program headers$
 * @output: ^load: phoff: program headers past the end of the file$
 * @output: ^load: offset: segment past the end of the file$
 * @output: ^load: filesz: segment past the end of the file$
 * @output: ^load: memsz: segment smaller in memory than in the file$
 * @output: ^load: kernel: segment past the addresses for programs$
 * @output: ^load: wraps: segment past the addresses for programs$
 * @output: ^load: page-zero: segment in the first page$
 * @output: ^load: overlap: segments overlap or are out of order$
 * @output: ^load: modulo: segment at different places in the page in file and memory$
 * @output: ^load: interp: dynamically linked$
 * @output: ^load: entry: entry point outside the executable segments$
 * @output: ^load: nothing: nothing to load$
 * @kstat: process.not_loaded == 17
 */
#include "tests/userprog/image.h"

#define REFUSED(NAME, CHANGE)                                                                      \
    do {                                                                                           \
        struct elf_file_header *h = &image.header;                                                 \
        struct elf_file_segment *text = &image.segment[0], *data = &image.segment[1];              \
        image_good(&image);                                                                        \
        CHANGE;                                                                                    \
        (void)h, (void)text, (void)data;                                                           \
        REQUIRE(image_exec(&image, NAME, sizeof image) == PID_ERROR, "%s: not refused", NAME);     \
    } while (0)

static struct image image;

static void try_headers(void)
{
    REFUSED("magic", h->magic[1] = 'e');
    REFUSED("class", h->class = 2);
    REFUSED("type", h->type = 3);
    REFUSED("machine", h->machine = 62);
    REFUSED("phnum", h->phnum = 0xffff);
    REFUSED("phoff", h->phoff = 0xfffffff0);
}

static void try_segments(void)
{
    REFUSED("offset", data->offset = 0xfffff000);
    REFUSED("filesz", data->filesz = data->memsz = 0x1001);
    REFUSED("memsz", data->memsz = 0xff);
    REFUSED("kernel", data->vaddr = 0xc0100000);
    REFUSED("wraps", data->memsz = 0xffffffff);
    REFUSED("page-zero", text->vaddr = 0);
    REFUSED("overlap", data->vaddr = text->vaddr);
    REFUSED("modulo", data->vaddr += 16);
    REFUSED("interp", data->type = 3);
    REFUSED("entry", h->entry = 0xc0000000);
    REFUSED("nothing", text->type = data->type = 6);
}

int main(void)
{
    try_headers();
    try_segments();
    msg("all refused");
    image_good(&image);
    pid_t pid = image_exec(&image, "good", sizeof image);
    CHECK(pid != PID_ERROR && wait(pid) == 42, "what was lied about is a good program");
    return EXIT_SUCCESS;
}
