/* SPDX-License-Identifier: MIT
 * What the loader makes of good executables: which pages come from where, with which rights.
 *
 * @sources: userprog/elf.c
 */
#include "tests/host/elf.h"

#define CHECK(cond) ((cond) ? (void)0 : (printf("%s:%d: %s\n", __func__, __LINE__, #cond), exit(1)))

static struct elf_plan read_good(const struct test_elf *e)
{
    struct elf_plan plan;
    const char *why = elf_read(e, &plan);
    if (why != NULL) {
        printf("refused: %s\n", why);
        exit(1);
    }
    return plan;
}

static void check_span(const struct elf_span *s, uint32_t start, uint32_t length,
                       uint32_t first_page, uint32_t file_bytes, bool writable)
{
    printf("span %#x+%#x page %u bytes %#x w %d\n", s->start, s->length, s->first_page,
           s->file_bytes, s->writable);
    CHECK(s->start == start && s->length == length && s->first_page == first_page);
    CHECK(s->file_bytes == file_bytes && s->writable == writable);
}

/* Text and data on pages of their own; data goes on as bss. */
static void text_and_data(void)
{
    struct test_elf e;
    elf_make(&e, 0x80480b4, 0x3000);
    elf_add(&e, 0x8048000, 0, 0x1234, 0x1234, R | X);
    elf_add(&e, 0x804a010, 0x2010, 0x100, 0x5000, R | W);
    struct elf_plan plan = read_good(&e);
    CHECK(plan.entry == 0x80480b4);
    CHECK(plan.spans == 2 && plan.shared_pages == 0);
    /* The text's last page is taken whole: its tail does not matter. */
    check_span(&plan.span[0], 0x8048000, 0x2000, 0, 0x2000, false);
    /* The data's tail does: bss begins there. */
    check_span(&plan.span[1], 0x804a000, 0x6000, 2, 0x110, true);
}

static void bss_only(void)
{
    struct test_elf e;
    elf_make(&e, 0x8048060, 0x1000);
    elf_add(&e, 0x8048000, 0, 0x800, 0x800, R | X);
    elf_add(&e, 0x8049000, 0x7777, 0, 0x200001, R | W);
    struct elf_plan plan = read_good(&e);
    check_span(&plan.span[1], 0x8049000, 0x201000, plan.span[1].first_page, 0, true);
}

/* As today's linkers do it: read-only headers, text and data all meet in one page. */
static void three_on_a_page(void)
{
    struct test_elf e;
    elf_make(&e, 0x80480b4, 0x1000);
    elf_add(&e, 0x8048000, 0, 0xb4, 0xb4, R);
    elf_add(&e, 0x80480b4, 0xb4, 0x100, 0x100, R | X);
    elf_add(&e, 0x80481b4, 0x1b4, 0x40, 0x3000, R | W);
    struct elf_plan plan = read_good(&e);
    CHECK(plan.shared_pages == 1 && plan.shared_page[0].start == 0x8048000);
    CHECK(plan.shared_page[0].writable);
    CHECK(plan.spans == 1);
    check_span(&plan.span[0], 0x8049000, 0x3000, plan.span[0].first_page, 0, true);

    uint32_t addr, offset, length, total = 0;
    for (size_t i = 0; i < 3; i++) {
        CHECK(elf_shared_piece(&plan, &plan.shared_page[0], i, &addr, &offset, &length));
        CHECK(addr == 0x8048000 + offset);
        total += length;
    }
    CHECK(total == 0xb4 + 0x100 + 0x40);
}

/* A segment that shares its first page with one neighbour and its last with the other. */
static void shared_at_both_ends(void)
{
    struct test_elf e;
    elf_make(&e, 0x8048100, 0x8000);
    elf_add(&e, 0x8048000, 0, 0x200, 0x200, R | X);
    elf_add(&e, 0x8048200, 0x200, 0x3000, 0x3000, R);
    elf_add(&e, 0x804b200, 0x3200, 0x10, 0x10, R | W);
    struct elf_plan plan = read_good(&e);
    CHECK(plan.shared_pages == 2);
    CHECK(plan.shared_page[0].start == 0x8048000 && !plan.shared_page[0].writable);
    CHECK(plan.shared_page[1].start == 0x804b000 && plan.shared_page[1].writable);
    CHECK(plan.spans == 1);
    check_span(&plan.span[0], 0x8049000, 0x2000, 1, 0x2000, false);

    uint32_t addr, offset, length;
    CHECK(elf_shared_piece(&plan, &plan.shared_page[1], 1, &addr, &offset, &length));
    CHECK(addr == 0x804b000 && offset == 0x3000 && length == 0x200);
    CHECK(!elf_shared_piece(&plan, &plan.shared_page[1], 0, &addr, &offset, &length));
}

/* A segment whose file bytes end before its last, shared page brings nothing to that page. */
static void bss_reaches_into_next(void)
{
    struct test_elf e;
    elf_make(&e, 0x804a800, 0x3000);
    elf_add(&e, 0x8048000, 0, 0x10, 0x2400, R | W);
    elf_add(&e, 0x804a800, 0x2800, 0x100, 0x100, R | X);
    struct elf_plan plan = read_good(&e);
    CHECK(plan.shared_pages == 1 && plan.shared_page[0].start == 0x804a000);
    CHECK(plan.shared_page[0].writable); /* By the first one. */
    check_span(&plan.span[0], 0x8048000, 0x2000, 0, 0x10, true);
    uint32_t addr, offset, length;
    CHECK(!elf_shared_piece(&plan, &plan.shared_page[0], 0, &addr, &offset, &length));
    CHECK(elf_shared_piece(&plan, &plan.shared_page[0], 1, &addr, &offset, &length));
}

static void other_headers_are_skipped(void)
{
    struct test_elf e;
    elf_make(&e, 0x8048100, 0x1000);
    elf_add(&e, 0xffffffff, 0xffffffff, 0xffffffff, 0, 7)->type = 0x6474e551; /* GNU_STACK */
    elf_add(&e, 0x8048000, 0, 0x200, 0x200, R | X);
    elf_add(&e, 0x8049000, 0x1000, 0, 0, R | W); /* Empty. */
    struct elf_plan plan = read_good(&e);
    CHECK(plan.segments == 1 && plan.spans == 1);
}

int main(void)
{
    text_and_data();
    bss_only();
    three_on_a_page();
    shared_at_both_ends();
    bss_reaches_into_next();
    other_headers_are_skipped();
    return 0;
}
