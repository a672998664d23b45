/* SPDX-License-Identifier: MIT
 * Making an address space for a program: the plan of elf.c carried out over vm/.
 *
 * Every span of pages becomes a private region backed by the file: read-only ones are mapped
 * straight from the page cache and so are shared by all who run the program; written ones are
 * copied at the first write; what lies past a segment's file bytes is zero.  A page that several
 * segments share cannot be described that way and is put together here, as anonymous memory.
 */
#include "userprog/load.h"

#include <errno.h>
#include <stdio.h>
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/inode.h"
#include "threads/malloc.h"
#include "threads/vaddr.h"
#include "userprog/args.h"
#include "userprog/elf.h"
#include "userprog/path.h"
#include "userprog/rgroup.h"
#include "vm/vm.h"

/* What the loader needs besides its result; too big for the stack. */
struct loader {
    const char *cmdline;             /* Either this… */
    const struct program_args *args; /* …or these. */
    struct file *file;
    bool writable; /* A mapping may write it, or a write is under way. */
    struct aspace *as;
    const char *why; /* What is wrong, for the console. */
    struct elf_header header;
    struct elf_plan plan;
    union {
        uint8_t head[ELF_HEADER_SIZE];
        uint8_t phdrs[ELF_PHDRS_MAX * ELF_PHDR_SIZE];
        uint8_t piece[256];
    } buffer;
};

static int refuse(struct loader *l, const char *why, int err)
{
    l->why = why;
    return err;
}

/* ---- Headers -------------------------------------------------------------------------------- */

static int read_exactly(struct loader *l, void *buffer, uint32_t offset, size_t n)
{
    if (file_read_at(l->file, buffer, n, offset) != (off_t)n)
        return refuse(l, "read error", -EIO);
    return 0;
}

static int read_plan(struct loader *l)
{
    uint32_t length = file_length(l->file);
    size_t n = length < ELF_HEADER_SIZE ? length : ELF_HEADER_SIZE;
    int err = read_exactly(l, l->buffer.head, 0, n);
    if (err < 0)
        return err;
    const char *why = elf_parse_header(l->buffer.head, n, length, &l->header);
    if (why != NULL)
        return refuse(l, why, -ENOEXEC);

    err = read_exactly(l, l->buffer.phdrs, l->header.phdrs_offset, l->header.phdrs * ELF_PHDR_SIZE);
    if (err < 0)
        return err;
    why = elf_parse_segments(&l->header, l->buffer.phdrs, length, &l->plan);
    return why != NULL ? refuse(l, why, -ENOEXEC) : 0;
}

/* ---- Mapping -------------------------------------------------------------------------------- */

static int map(struct loader *l, const struct region_spec *spec)
{
    int err = aspace_map(l->as, spec);
    if (err == -ENOMEM)
        return refuse(l, "not enough memory and swap", err);
    return err < 0 ? refuse(l, "cannot be mapped", err) : 0;
}

static int map_span(struct loader *l, const struct elf_span *span)
{
    struct region_spec spec = {
        .start = span->start,
        .length = span->length,
        .kind = REGION_PRIVATE,
        .writable = span->writable,
    };
    if (span->file_bytes > 0) {
        spec.vobj = inode_vobj(file_get_inode(l->file));
        spec.first_page = span->first_page;
        spec.file_bytes = span->file_bytes;
    }
    return map(l, &spec);
}

/* Copies LENGTH bytes at OFFSET of the file to ADDR. */
static int copy_piece(struct loader *l, uint32_t addr, uint32_t offset, uint32_t length)
{
    for (uint32_t done = 0; done < length;) {
        size_t n = length - done;
        if (n > sizeof l->buffer.piece)
            n = sizeof l->buffer.piece;
        int err = read_exactly(l, l->buffer.piece, offset + done, n);
        if (err < 0)
            return err;
        err = aspace_write(l->as, addr + done, l->buffer.piece, n);
        if (err < 0)
            return refuse(l, "not enough memory", err);
        done += n;
    }
    return 0;
}

static int build_shared_page(struct loader *l, const struct elf_shared_page *page)
{
    struct region_spec spec = {
        .start = page->start,
        .length = PGSIZE,
        .kind = REGION_PRIVATE,
        .writable = page->writable,
    };
    int err = map(l, &spec);
    for (size_t i = 0; i < l->plan.segments && err == 0; i++) {
        uint32_t addr, offset, length;
        if (elf_shared_piece(&l->plan, page, i, &addr, &offset, &length))
            err = copy_piece(l, addr, offset, length);
    }
    return err;
}

static int map_plan(struct loader *l)
{
    int err = 0;
    for (size_t i = 0; i < l->plan.spans && err == 0; i++)
        err = map_span(l, &l->plan.span[i]);
    for (size_t i = 0; i < l->plan.shared_pages && err == 0; i++)
        err = build_shared_page(l, &l->plan.shared_page[i]);
    return err;
}

/* ---- Stack ---------------------------------------------------------------------------------- */

/* Maps the stack as far as IMAGE of SIZE bytes reaches (it grows by itself from there) and puts
 * IMAGE at its top. */
static int push(struct loader *l, const void *image, size_t size)
{
    size_t length = (size + PGMASK) & ~(size_t)PGMASK;
    struct region_spec spec = {
        .start = LOADER_PHYS_BASE - length,
        .length = length,
        .kind = REGION_STACK,
        .writable = true,
    };
    int err = map(l, &spec);
    if (err == 0) {
        err = aspace_write(l->as, LOADER_PHYS_BASE - size, image, size);
        if (err < 0)
            refuse(l, "not enough memory", err);
    }
    return err;
}

static size_t image_size(const struct loader *l)
{
    return l->args != NULL ? args_vector_size(l->args->count, l->args->bytes)
                           : args_size(l->cmdline);
}

static void build_image(const struct loader *l, void *image)
{
    const struct program_args *a = l->args;
    if (a != NULL)
        args_vector_build(a->words, a->count, a->bytes, LOADER_PHYS_BASE, image);
    else
        args_build(l->cmdline, LOADER_PHYS_BASE, image);
}

static int make_stack(struct loader *l, uintptr_t *stack_pointer)
{
    size_t size = image_size(l);
    void *image = malloc(size);
    if (image == NULL)
        return refuse(l, "not enough memory", -ENOMEM);
    build_image(l, image);
    *stack_pointer = LOADER_PHYS_BASE - size;
    int err = push(l, image, size);
    free(image);
    return err;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Above every page of the plan. */
static uintptr_t plan_end(const struct elf_plan *plan)
{
    uintptr_t end = ELF_ADDR_MIN;
    for (size_t i = 0; i < plan->segments; i++)
        if (plan->segment[i].addr + plan->segment[i].mem_size > end)
            end = plan->segment[i].addr + plan->segment[i].mem_size;
    return (uintptr_t)pg_round_up((void *)end);
}

static int build(struct loader *l, struct loaded_program *program)
{
    int err = read_plan(l);
    if (err < 0)
        return err;
    if (l->writable)
        return refuse(l, "is being written", -ETXTBSY);
    l->as = aspace_create(rgroup_pages(rgroup_current()));
    if (l->as == NULL)
        return refuse(l, "not enough memory", -ENOMEM);
    err = map_plan(l);
    if (err == 0)
        err = make_stack(l, &program->stack_pointer);
    if (err < 0) {
        aspace_destroy(l->as);
        return err;
    }
    program->aspace = l->as;
    program->entry = l->plan.entry;
    program->end = plan_end(&l->plan);
    return 0;
}

static int open_and_build(struct loader *l, const char *name, struct loaded_program *program)
{
    int err = filesys_try_open(path_in_root(name), &l->file);
    if (err < 0)
        return refuse(l, "open failed", err == -ENODEV ? -ENOENT : err);
    l->writable = !file_deny_write(l->file);
    err = build(l, program);
    if (err < 0)
        file_close(l->file);
    else
        program->file = l->file;
    return err;
}

int load_program_args(const struct program_args *args, struct loaded_program *program)
{
    struct loader *l = malloc(sizeof *l);
    if (l == NULL)
        return -ENOMEM;
    l->args = args;
    int err = open_and_build(l, args->name, program);
    free(l);
    return err;
}

int load_program(const char *cmdline, struct loaded_program *program)
{
    char name[64];
    args_program_name(cmdline, name, sizeof name);
    struct loader *l = malloc(sizeof *l);
    if (l == NULL) {
        printf("load: %s: not enough memory\n", name);
        return -ENOMEM;
    }
    l->cmdline = cmdline;
    l->args = NULL;
    int err = open_and_build(l, name, program);
    if (err < 0)
        printf("load: %s: %s\n", name, l->why);
    free(l);
    return err;
}
