/* SPDX-License-Identifier: MIT
 * Executables broken at random: whatever the loader does not refuse is a plan that can be carried
 * out, page by page what the segments say.
 *
 * @sources: userprog/elf.c
 */
#include "tests/host/elf.h"

#define ROUNDS 300000

#define CHECK(cond)                                                                                \
    ((cond) ? (void)0 : (printf("round %d, line %d: %s\n", round, __LINE__, #cond), exit(1)))

static uint32_t state = 1;
static int round;

static uint32_t rnd(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

/* Numbers near where something happens. */
static uint32_t odd_number(void)
{
    static const uint32_t near[] = {0,          0x1000,     0x8048000, 0x8049000, ELF_ADDR_END,
                                    0xc0000000, 0xfffff000, 0x2000,    0x80000000};
    return near[rnd(sizeof near / sizeof *near)] + rnd(5) - 2 + (rnd(3) == 0 ? rnd(PAGE) : 0);
}

static void add_segments(struct test_elf *e)
{
    uint32_t at = 0x8048000 + rnd(3) * rnd(PAGE), n = 1 + rnd(6);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t filesz = rnd(2) ? rnd(300) : rnd(3 * PAGE);
        uint32_t memsz = filesz + (rnd(2) ? 0 : rnd(3 * PAGE));
        uint32_t offset = at % PAGE + rnd(3) * PAGE;
        elf_add(e, at, offset, filesz, memsz, R | (rnd(2) ? W : 0) | (rnd(2) ? X : 0));
        at += memsz + (rnd(2) ? 0 : rnd(2 * PAGE));
    }
}

static void damage(struct test_elf *e)
{
    uint32_t *words = (uint32_t *)e;
    size_t count = (sizeof e->eh + e->eh.phnum * sizeof *e->ph) / 4;
    for (uint32_t n = rnd(3); n > 0; n--)
        words[rnd(count)] = rnd(2) ? odd_number() : words[rnd(count)] ^ 1u << rnd(32);
}

/* Is byte ADDR writable by the plan, and whence does it come?  Counts how often it is mapped. */
static int find_in_plan(const struct elf_plan *p, uint32_t addr, bool *writable, int64_t *offset)
{
    int found = 0;
    for (size_t i = 0; i < p->spans; i++) {
        const struct elf_span *s = &p->span[i];
        if (addr - s->start >= s->length)
            continue;
        found++;
        *writable = s->writable;
        *offset = addr - s->start < s->file_bytes
                      ? (int64_t)s->first_page * PAGE + (addr - s->start)
                      : -1;
    }
    for (size_t i = 0; i < p->shared_pages; i++) {
        const struct elf_shared_page *page = &p->shared_page[i];
        if (addr - page->start >= PAGE)
            continue;
        found++;
        *writable = page->writable;
        *offset = -1;
        for (size_t j = 0; j < p->segments; j++) {
            uint32_t a, o, l;
            if (elf_shared_piece(p, page, j, &a, &o, &l) && addr - a < l)
                *offset = o + (addr - a);
        }
    }
    return found;
}

static void check_byte(const struct elf_plan *p, const struct elf_segment *s, uint32_t at,
                       uint32_t file_length)
{
    bool writable = false;
    int64_t offset = -2;
    CHECK(find_in_plan(p, s->addr + at, &writable, &offset) == 1);
    CHECK(writable || !s->writable);
    CHECK(offset == (at < s->file_size ? (int64_t)s->offset + at : -1));
    CHECK(offset < (int64_t)file_length);
}

static void check_plan(const struct elf_plan *p, uint32_t file_length)
{
    bool entry_ok = false;
    for (size_t i = 0; i < p->segments; i++) {
        const struct elf_segment *s = &p->segment[i];
        CHECK(s->addr >= ELF_ADDR_MIN && s->mem_size > 0);
        CHECK((uint64_t)s->addr + s->mem_size <= ELF_ADDR_END);
        entry_ok |= s->executable && p->entry - s->addr < s->mem_size;
        check_byte(p, s, 0, file_length);
        check_byte(p, s, s->mem_size - 1, file_length);
        if (s->file_size > 0)
            check_byte(p, s, s->file_size - 1, file_length);
        for (int k = 0; k < 4; k++)
            check_byte(p, s, rnd(s->mem_size), file_length);
    }
    CHECK(entry_ok);
    for (size_t i = 0; i < p->spans; i++) {
        const struct elf_span *s = &p->span[i];
        CHECK(s->start % PAGE == 0 && s->length % PAGE == 0 && s->length > 0);
        CHECK(s->file_bytes <= s->length);
    }
}

int main(void)
{
    int good = 0;
    for (round = 0; round < ROUNDS; round++) {
        struct test_elf e;
        struct elf_plan plan;
        elf_make(&e, 0x8048000 + rnd(2 * PAGE), rnd(2) ? 0x8000 : rnd(0x8000));
        add_segments(&e);
        damage(&e);
        if (elf_read(&e, &plan) == NULL) {
            good++;
            check_plan(&plan, e.file_length);
        }
    }
    printf("%d of %d accepted\n", good, ROUNDS);
    return good > ROUNDS / 50 ? 0 : 1;
}
