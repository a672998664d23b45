/* SPDX-License-Identifier: MIT
 * Doubly linked lists.
 *
 * What an element is can be told from its links alone: a head has no `prev`, a tail no `next`, an
 * interior element has both.
 */
#include "list.h"
#include <debug.h>

static inline bool is_interior(const struct list_elem *elem)
{
    return elem != NULL && elem->prev != NULL && elem->next != NULL;
}

static inline bool is_tail(const struct list_elem *elem)
{
    return elem != NULL && elem->prev != NULL && elem->next == NULL;
}

void list_init(struct list *list)
{
    ASSERT(list != NULL);
    list->head = (struct list_elem){NULL, &list->tail};
    list->tail = (struct list_elem){&list->head, NULL};
}

void list_insert(struct list_elem *before, struct list_elem *elem)
{
    ASSERT(is_interior(before) || is_tail(before));
    ASSERT(elem != NULL);
    elem->prev = before->prev;
    elem->next = before;
    before->prev->next = elem;
    before->prev = elem;
}

void list_splice(struct list_elem *before, struct list_elem *first, struct list_elem *last)
{
    ASSERT(is_interior(before) || is_tail(before));
    if (first == last || before == first || before == last) {
        return; /* They are there already. */
    }
    ASSERT(is_interior(first));
    struct list_elem *final = list_prev(last);

    /* Close the gap that they leave, then link them in. */
    first->prev->next = last;
    last->prev = first->prev;

    first->prev = before->prev;
    before->prev->next = first;
    final->next = before;
    before->prev = final;
}

void list_push_front(struct list *list, struct list_elem *elem)
{
    list_insert(list_begin(list), elem);
}

void list_push_back(struct list *list, struct list_elem *elem)
{
    list_insert(list_end(list), elem);
}

struct list_elem *list_remove(struct list_elem *elem)
{
    ASSERT(is_interior(elem));
    elem->prev->next = elem->next;
    elem->next->prev = elem->prev;
    return elem->next;
}

struct list_elem *list_pop_front(struct list *list)
{
    struct list_elem *front = list_front(list);
    list_remove(front);
    return front;
}

struct list_elem *list_pop_back(struct list *list)
{
    struct list_elem *back = list_back(list);
    list_remove(back);
    return back;
}

struct list_elem *list_front(struct list *list)
{
    ASSERT(!list_empty(list));
    return list->head.next;
}

struct list_elem *list_back(struct list *list)
{
    ASSERT(!list_empty(list));
    return list->tail.prev;
}

size_t list_size(struct list *list)
{
    size_t count = 0;
    LIST_FOREACH (e, list) {
        count++;
    }
    return count;
}

void list_reverse(struct list *list)
{
    struct list_elem *end = list_end(list);
    /* Each element in turn goes to the front. */
    for (struct list_elem *e = list_begin(list), *next; e != end; e = next) {
        next = list_remove(e);
        list_push_front(list, e);
    }
}

/* The end of the run of elements in order that begins at FIRST, which is not END. */
static struct list_elem *run_end(struct list_elem *first, struct list_elem *end,
                                 list_less_func *less, void *aux)
{
    do {
        first = list_next(first);
    } while (first != end && !less(first, list_prev(first), aux));
    return first;
}

/* Merges the sorted [A, B) and [B, END) in place. */
static void merge_runs(struct list_elem *a, struct list_elem *b, struct list_elem *end,
                       list_less_func *less, void *aux)
{
    while (a != b && b != end) {
        if (less(b, a, aux)) {
            b = list_next(b);
            list_splice(a, list_prev(b), b);
        } else {
            a = list_next(a);
        }
    }
}

/* A natural merge sort: pass over the list merging neighbouring runs until there is one. */
void list_sort(struct list *list, list_less_func *less, void *aux)
{
    size_t runs;
    ASSERT(less != NULL);
    do {
        struct list_elem *end = list_end(list);
        struct list_elem *a = list_begin(list);
        for (runs = 0; a != end; runs++) {
            struct list_elem *b = run_end(a, end, less, aux);
            if (b == end) {
                runs++;
                break;
            }
            struct list_elem *next = run_end(b, end, less, aux);
            merge_runs(a, b, next, less, aux);
            a = next;
        }
    } while (runs > 1);
}

void list_insert_ordered(struct list *list, struct list_elem *elem, list_less_func *less, void *aux)
{
    ASSERT(elem != NULL && less != NULL);
    struct list_elem *e = list_begin(list);
    while (e != list_end(list) && !less(elem, e, aux)) {
        e = list_next(e);
    }
    list_insert(e, elem);
}

void list_unique(struct list *list, struct list *duplicates, list_less_func *less, void *aux)
{
    ASSERT(less != NULL);
    if (list_empty(list)) {
        return;
    }
    struct list_elem *kept = list_begin(list), *e = list_next(kept);
    while (e != list_end(list)) {
        if (less(kept, e, aux) || less(e, kept, aux)) {
            kept = e;
            e = list_next(e);
            continue;
        }
        struct list_elem *duplicate = e;
        e = list_remove(e);
        if (duplicates != NULL) {
            list_push_back(duplicates, duplicate);
        }
    }
}

struct list_elem *list_max(struct list *list, list_less_func *less, void *aux)
{
    struct list_elem *max = list_begin(list);
    LIST_FOREACH (e, list) {
        if (less(max, e, aux)) {
            max = e;
        }
    }
    return max;
}

struct list_elem *list_min(struct list *list, list_less_func *less, void *aux)
{
    struct list_elem *min = list_begin(list);
    LIST_FOREACH (e, list) {
        if (less(e, min, aux)) {
            min = e;
        }
    }
    return min;
}
