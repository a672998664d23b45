/* SPDX-License-Identifier: MIT
 * Reading an executable's headers: see elf.h.
 *
 * All arithmetic is on 32-bit unsigned values, and each sum is preceded by a check that it cannot
 * wrap.
 */
#include "userprog/elf.h"

#include <string.h>

#define PAGE 4096u

static uint32_t page_down(uint32_t n)
{
    return n & ~(PAGE - 1);
}

/* N is at most 2^32 - PAGE here, since user space ends far below. */
static uint32_t page_up(uint32_t n)
{
    return page_down(n + PAGE - 1);
}

/* ---- The file header ------------------------------------------------------------------------ */

static const char *check_kind(const struct elf_file_header *h)
{
    if (memcmp(h->magic, ELF_IDENT, sizeof h->magic) != 0)
        return "not an ELF file";
    if (h->class != ELF_CLASS_32 || h->data != ELF_DATA_LITTLE_ENDIAN ||
        h->ident_version != ELF_VERSION)
        return "not a 32-bit little-endian ELF file";
    if (h->type != ELF_TYPE_EXEC)
        return "not an executable (only ET_EXEC is)";
    if (h->machine != ELF_MACHINE_386 || h->version != ELF_VERSION)
        return "not for the i386";
    return NULL;
}

const char *elf_parse_header(const void *head, size_t size, uint32_t file_length,
                             struct elf_header *header)
{
    struct elf_file_header h;
    if (size < sizeof h || file_length < sizeof h)
        return "too short for an ELF header";
    memcpy(&h, head, sizeof h);

    const char *why = check_kind(&h);
    if (why != NULL)
        return why;
    if (h.phentsize != ELF_PHDR_SIZE)
        return "program headers of a strange size";
    if (h.phnum == 0)
        return "no program headers";
    if (h.phnum > ELF_PHDRS_MAX)
        return "too many program headers";
    if (h.phoff > file_length || h.phnum * ELF_PHDR_SIZE > file_length - h.phoff)
        return "program headers past the end of the file";

    *header = (struct elf_header){h.entry, h.phoff, h.phnum};
    return NULL;
}

/* ---- Segments ------------------------------------------------------------------------------- */

static const char *check_segment(const struct elf_file_segment *ph, uint32_t file_length)
{
    if (ph->memsz < ph->filesz)
        return "segment smaller in memory than in the file";
    if (ph->filesz > 0 && (ph->offset > file_length || ph->filesz > file_length - ph->offset))
        return "segment past the end of the file";
    if (ph->vaddr < ELF_ADDR_MIN)
        return "segment in the first page";
    if (ph->vaddr >= ELF_ADDR_END || ph->memsz > ELF_ADDR_END - ph->vaddr)
        return "segment past the addresses for programs";
    if (ph->filesz > 0 && ph->offset % PAGE != ph->vaddr % PAGE)
        return "segment at different places in the page in file and memory";
    return NULL;
}

static const char *add_segment(struct elf_plan *plan, const struct elf_file_segment *ph)
{
    if (plan->segments > 0) {
        const struct elf_segment *last = &plan->segment[plan->segments - 1];
        if (ph->vaddr < last->addr + last->mem_size)
            return "segments overlap or are out of order";
    }
    if (plan->segments == ELF_SEGMENTS_MAX)
        return "too many segments";
    plan->segment[plan->segments++] = (struct elf_segment){
        .addr = ph->vaddr,
        .mem_size = ph->memsz,
        .offset = ph->offset,
        .file_size = ph->filesz,
        .writable = ph->flags & ELF_W,
        .executable = ph->flags & ELF_X,
    };
    return NULL;
}

static const char *read_phdr(struct elf_plan *plan, const struct elf_file_segment *ph,
                             uint32_t file_length)
{
    if (ph->type == ELF_INTERP || ph->type == ELF_DYNAMIC || ph->type == ELF_SHLIB)
        return "dynamically linked";
    if (ph->type != ELF_LOAD || ph->memsz == 0)
        return NULL;
    const char *why = check_segment(ph, file_length);
    return why != NULL ? why : add_segment(plan, ph);
}

static bool entry_is_executable(const struct elf_plan *plan)
{
    for (size_t i = 0; i < plan->segments; i++) {
        const struct elf_segment *s = &plan->segment[i];
        if (s->executable && plan->entry >= s->addr && plan->entry - s->addr < s->mem_size)
            return true;
    }
    return false;
}

/* ---- The plan ------------------------------------------------------------------------------- */

static uint32_t first_page_of(const struct elf_segment *s)
{
    return page_down(s->addr);
}

static uint32_t last_page_of(const struct elf_segment *s)
{
    return page_down(s->addr + s->mem_size - 1);
}

/* Notes that PAGE belongs to S among others. */
static void share_page(struct elf_plan *plan, uint32_t page, const struct elf_segment *s)
{
    size_t n = plan->shared_pages;
    if (n == 0 || plan->shared_page[n - 1].start != page) {
        plan->shared_page[n] = (struct elf_shared_page){page, false};
        plan->shared_pages++;
    }
    plan->shared_page[plan->shared_pages - 1].writable |= s->writable;
}

/* Plans the pages START to END of S, which S has for itself. */
static void add_span(struct elf_plan *plan, const struct elf_segment *s, uint32_t start,
                     uint32_t end)
{
    uint32_t file_end = s->addr + s->file_size;
    /* Where no zeros have to follow, the page's other bytes do not matter: take it as it is in the
     * file, so that the page cache's own page can be mapped. */
    if (s->file_size == s->mem_size)
        file_end = page_up(file_end);
    uint32_t offset = page_down(s->offset) + (start - page_down(s->addr));
    plan->span[plan->spans++] = (struct elf_span){
        .start = start,
        .length = end - start,
        .first_page = offset / PAGE,
        .file_bytes = s->file_size == 0 || file_end <= start ? 0
                      : file_end < end                       ? file_end - start
                                                             : end - start,
        .writable = s->writable,
    };
}

static void plan_segment(struct elf_plan *plan, size_t i)
{
    const struct elf_segment *s = &plan->segment[i];
    uint32_t start = first_page_of(s), end = last_page_of(s) + PAGE;
    bool with_last = i > 0 && last_page_of(s - 1) == start;
    bool with_next = i + 1 < plan->segments && first_page_of(s + 1) == end - PAGE;

    if (with_last || (with_next && end - PAGE == start)) {
        share_page(plan, start, s);
        start += PAGE;
    }
    if (with_next && start < end) {
        share_page(plan, end - PAGE, s);
        end -= PAGE;
    }
    if (start < end)
        add_span(plan, s, start, end);
}

const char *elf_parse_segments(const struct elf_header *header, const void *phdrs,
                               uint32_t file_length, struct elf_plan *plan)
{
    plan->entry = header->entry;
    plan->segments = plan->spans = plan->shared_pages = 0;
    for (uint32_t i = 0; i < header->phdrs; i++) {
        struct elf_file_segment ph;
        memcpy(&ph, (const char *)phdrs + i * sizeof ph, sizeof ph);
        const char *why = read_phdr(plan, &ph, file_length);
        if (why != NULL)
            return why;
    }
    if (plan->segments == 0)
        return "nothing to load";
    if (!entry_is_executable(plan))
        return "entry point outside the executable segments";
    for (size_t i = 0; i < plan->segments; i++)
        plan_segment(plan, i);
    return NULL;
}

bool elf_shared_piece(const struct elf_plan *plan, const struct elf_shared_page *page, size_t i,
                      uint32_t *addr, uint32_t *offset, uint32_t *length)
{
    const struct elf_segment *s = &plan->segment[i];
    uint32_t start = s->addr > page->start ? s->addr : page->start;
    uint32_t end = s->addr + s->file_size;
    if (end > page->start + PAGE)
        end = page->start + PAGE;
    if (start >= end)
        return false;
    *addr = start;
    *offset = s->offset + (start - s->addr);
    *length = end - start;
    return true;
}
