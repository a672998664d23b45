/* SPDX-License-Identifier: MIT
 * Every way in which an executable can lie in its headers has a reason of its own for being
 * refused.
 *
 * @sources: userprog/elf.c
 */
#include "tests/host/elf.h"

static struct test_elf good(void)
{
    struct test_elf e;
    elf_make(&e, 0x8048100, 0x3000);
    elf_add(&e, 0x8048000, 0, 0x1234, 0x1234, R | X);
    elf_add(&e, 0x804a010, 0x2010, 0x100, 0x5000, R | W);
    return e;
}

static void check(const char *name, const struct test_elf *e, const char *wanted)
{
    struct elf_plan plan;
    const char *why = elf_read(e, &plan);
    if ((why == NULL) != (wanted == NULL) || (why != NULL && strstr(why, wanted) == NULL)) {
        printf("%s: expected \"%s\", seen \"%s\"\n", name, wanted ? wanted : "", why ? why : "");
        exit(1);
    }
}

#define REFUSED(change, why)                                                                       \
    do {                                                                                           \
        struct test_elf e = good();                                                                \
        change;                                                                                    \
        check(#change, &e, why);                                                                   \
    } while (0)

static void headers(void)
{
    REFUSED(e.eh.magic[0] = 0, "not an ELF");
    REFUSED(e.eh.magic[3] = 'f', "not an ELF");
    REFUSED(e.eh.class = 2, "32-bit");
    REFUSED(e.eh.data = 2, "little-endian");
    REFUSED(e.eh.ident_version = 0, "ELF file");
    REFUSED(e.eh.type = 3, "not an executable");
    REFUSED(e.eh.machine = 62, "i386");
    REFUSED(e.eh.version = 2, "i386");
    REFUSED(e.eh.phentsize = 31, "strange size");
    REFUSED(e.eh.phnum = 0, "no program headers");
    REFUSED(e.eh.phnum = ELF_PHDRS_MAX + 1, "too many");
    REFUSED(e.eh.phnum = 0xffff, "too many");
    REFUSED(e.eh.phoff = 0xffffffff, "past the end");
    REFUSED(e.eh.phoff = 0x3000 - 63, "past the end");
    REFUSED(e.file_length = 52 + 63, "past the end");
    REFUSED(e.file_length = 51, "too short");
    REFUSED(e.file_length = 0, "too short");
}

static void segments(void)
{
    REFUSED(e.ph[0].memsz = 0x1233, "smaller in memory");
    REFUSED(e.ph[1].filesz = 0xff1, "past the end of the file");
    REFUSED(e.ph[1].filesz = e.ph[1].memsz = 0xffffffff, "past the end of the file");
    REFUSED(e.ph[1].offset = 0xfffff010, "past the end of the file");
    REFUSED(e.ph[0].vaddr = 0, "first page");
    REFUSED(e.ph[0].vaddr = 0xfff, "first page");
    REFUSED(e.ph[1].vaddr = 0xc0000010, "addresses for programs");
    REFUSED(e.ph[1].vaddr = ELF_ADDR_END + 0x10, "addresses for programs");
    REFUSED(e.ph[1].vaddr = 0xffffff10, "addresses for programs");
    REFUSED(e.ph[1].memsz = 0xb8000000, "addresses for programs");
    REFUSED(e.ph[1].memsz = 0xffffffff, "addresses for programs");
    REFUSED(e.ph[1].vaddr += 1, "different places in the page");
    REFUSED(e.ph[1].offset -= 0x10, "different places in the page");
    REFUSED(e.ph[1].vaddr = 0x8049010, "overlap");
    REFUSED(e.ph[0].vaddr = 0x8100000, "overlap or are out of order");
    REFUSED(e.ph[0].type = 3, "dynamically linked");
    REFUSED(e.ph[1].type = 2, "dynamically linked");
    REFUSED(e.ph[0].type = e.ph[1].type = 0, "nothing to load");
    REFUSED(e.ph[0].memsz = e.ph[0].filesz = e.ph[1].memsz = e.ph[1].filesz = 0, "nothing");
}

static void entries(void)
{
    REFUSED(e.eh.entry = 0, "entry point");
    REFUSED(e.eh.entry = 0x8047fff, "entry point");
    REFUSED(e.eh.entry = 0x8049234, "entry point");
    REFUSED(e.eh.entry = 0x804a010, "entry point"); /* Data. */
    REFUSED(e.eh.entry = 0xc0100000, "entry point");
    REFUSED(e.eh.entry = 0xffffffff, "entry point");
    REFUSED(e.eh.entry = 0x8049233, NULL); /* The last byte. */
}

static void too_many_segments(void)
{
    struct test_elf e;
    elf_make(&e, 0x8048100, 0x1000);
    for (uint32_t i = 0; i < ELF_SEGMENTS_MAX; i++)
        elf_add(&e, 0x8048000 + i * PAGE, 0, 0x200, 0x200, R | X);
    check("most segments", &e, NULL);
    elf_add(&e, 0x9048000, 0, 0x200, 0x200, R | X);
    check("one segment too many", &e, "too many segments");
}

int main(void)
{
    struct test_elf e = good();
    check("good", &e, NULL);
    headers();
    segments();
    entries();
    too_many_segments();
    return 0;
}
