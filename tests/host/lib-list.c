/* SPDX-License-Identifier: MIT
 * Lists: every function against an array, on lists of all small sizes and random contents.
 *
 * @sources: lib/kernel/list.c
 */
#include "tests/host/lib.h"
#include <list.h>

#define MAX 40

struct item {
    int key;
    int number; /* In the order made: tells equal keys apart. */
    struct list_elem elem;
};

static struct item items[MAX];

static struct item *item_of(const struct list_elem *e)
{
    return list_entry(e, struct item, elem);
}

static long comparisons;

static bool less(const struct list_elem *a, const struct list_elem *b, void *aux)
{
    CHECK(aux == items, "aux is not what was given");
    comparisons++;
    return item_of(a)->key < item_of(b)->key;
}

static void fill(struct list *list, int count, int keys)
{
    list_init(list);
    for (int i = 0; i < count; i++) {
        items[i].key = case_below(keys);
        items[i].number = i;
        list_push_back(list, &items[i].elem);
    }
}

/* Both directions, and the ends. */
static void check_links(struct list *list, int count)
{
    int forth = 0, back = 0;
    LIST_FOREACH (e, list) {
        CHECK(list_prev(list_next(e)) == e && list_next(list_prev(e)) == e, "links at %d", forth);
        forth++;
    }
    for (struct list_elem *e = list_rbegin(list); e != list_rend(list); e = list_prev(e)) {
        back++;
    }
    CHECK(forth == count && back == count, "%d forth, %d back, not %d", forth, back, count);
    CHECK((int)list_size(list) == count && list_empty(list) == (count == 0), "size");
    CHECK(list_next(list_head(list)) == list_begin(list), "head");
    CHECK(list_tail(list) == list_end(list), "tail");
}

/* Keys ascend, and equal ones stand in the order of their numbers. */
static void check_sorted(struct list *list, const char *what)
{
    for (struct list_elem *e = list_begin(list); e != list_end(list); e = list_next(e)) {
        if (e == list_begin(list)) {
            continue;
        }
        struct item *a = item_of(list_prev(e)), *b = item_of(e);
        CHECK(a->key < b->key || (a->key == b->key && a->number < b->number),
              "%s: %d (%d) before %d (%d)", what, a->key, a->number, b->key, b->number);
    }
}

static void check_sort(int count, int keys)
{
    struct list list;
    fill(&list, count, keys);
    list_sort(&list, less, items);
    check_links(&list, count);
    check_sorted(&list, "sort");
    comparisons = 0;
    list_sort(&list, less, items);
    CHECK(comparisons <= count, "%ld comparisons for %d sorted elements", comparisons, count);
}

static void check_insert_ordered(int count, int keys)
{
    struct list list;
    list_init(&list);
    for (int i = 0; i < count; i++) {
        items[i] = (struct item){.key = case_below(keys), .number = i};
        list_insert_ordered(&list, &items[i].elem, less, items);
    }
    check_links(&list, count);
    check_sorted(&list, "insert");
}

static void check_extremes(int count, int keys)
{
    struct list list;
    fill(&list, count, keys);
    struct list_elem *min = list_min(&list, less, items), *max = list_max(&list, less, items);
    if (count == 0) {
        CHECK(min == list_end(&list) && max == list_end(&list), "extremes of nothing");
        return;
    }
    for (int i = 0; i < count; i++) {
        int key = items[i].key;
        CHECK(item_of(min)->key < key || (item_of(min)->key == key && item_of(min)->number <= i),
              "%d is less than the least, or was first", key);
        CHECK(item_of(max)->key > key || (item_of(max)->key == key && item_of(max)->number <= i),
              "%d is greater than the greatest, or was first", key);
    }
}

static void check_unique(int count, int keys)
{
    struct list list, duplicates;
    fill(&list, count, keys);
    list_init(&duplicates);
    list_sort(&list, less, items);
    list_unique(&list, &duplicates, less, items);
    int kept = list_size(&list);
    check_links(&list, kept);
    check_links(&duplicates, count - kept);
    check_sorted(&duplicates, "duplicates");
    LIST_FOREACH (e, &list) {
        CHECK(e == list_begin(&list) || item_of(list_prev(e))->key < item_of(e)->key, "kept twice");
    }
    list_unique(&list, NULL, less, items);
    CHECK((int)list_size(&list) == kept, "unique of unique");
}

static void check_reverse(int count)
{
    struct list list;
    fill(&list, count, 9);
    list_reverse(&list);
    check_links(&list, count);
    int expected = count;
    LIST_FOREACH (e, &list) {
        CHECK(item_of(e)->number == --expected, "number %d", expected);
    }
}

/* Moves [FIRST, LAST) of COUNT to before BEFORE, outside of it. */
static void check_splice(int count, int first, int last, int before)
{
    struct list list;
    struct list_elem *at[MAX + 1];
    int expected[MAX], n = 0;
    fill(&list, count, 9);
    for (int i = 0; i < count; i++) {
        at[i] = &items[i].elem;
    }
    at[count] = list_end(&list);
    list_splice(at[before], at[first], at[last]);
    for (int i = 0; i <= count; i++) {
        for (int j = first; i == before && j < last; j++) {
            expected[n++] = j;
        }
        if (i < count && (i < first || i >= last)) {
            expected[n++] = i;
        }
    }
    check_links(&list, count);
    n = 0;
    LIST_FOREACH (e, &list) {
        CHECK(item_of(e)->number == expected[n], "splice [%d,%d) before %d", first, last, before);
        n++;
    }
}

static void check_splices(int count)
{
    for (int first = 0; first <= count; first++) {
        for (int last = first; last <= count; last++) {
            for (int before = 0; before <= count; before++) {
                if (before <= first || before >= last) {
                    check_splice(count, first, last, before);
                }
            }
        }
    }
}

static void check_ends(void)
{
    struct list list = LIST_INITIALIZER(list);
    struct item a = {.key = 1}, b = {.key = 2}, c = {.key = 3};
    check_links(&list, 0);
    list_push_front(&list, &b.elem);
    list_push_front(&list, &a.elem);
    list_push_back(&list, &c.elem);
    CHECK(list_front(&list) == &a.elem && list_back(&list) == &c.elem, "ends");
    CHECK(list_remove(&b.elem) == &c.elem, "remove's result");
    CHECK(list_pop_back(&list) == &c.elem && list_pop_front(&list) == &a.elem, "pops");
    check_links(&list, 0);
}

int main(void)
{
    check_ends();
    for (int i = 0; i < 4000; i++) {
        int count = case_below(MAX), keys = 1 + case_below(50);
        check_sort(count, keys);
        check_insert_ordered(count, keys);
        check_extremes(count, keys);
        check_unique(count, keys);
    }
    for (int count = 0; count < 8; count++) {
        check_reverse(count);
        check_splices(count);
    }
    return 0;
}
