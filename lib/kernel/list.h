/* SPDX-License-Identifier: MIT
 * Doubly linked lists whose links are embedded in the elements' own structs.
 *
 * A list has two sentinels of its own, head and tail, so no element is a special case.  Nothing is
 * allocated here.  An element is in at most one list per `struct list_elem` that it embeds.  No
 * locking: the owner of a list serialises.  A typical walk:
 *
 *     struct foo { struct list_elem elem; int bar; };
 *     LIST_FOREACH (e, &foos) {
 *         struct foo *f = list_entry(e, struct foo, elem);
 *     }
 *
 * To remove elements on the way, take what list_remove() returns, the next element, instead.
 */
#ifndef LIB_KERNEL_LIST_H
#define LIB_KERNEL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct list_elem {
    struct list_elem *prev, *next;
};

struct list {
    struct list_elem head, tail;
};

/* The struct of type STRUCT whose MEMBER is *ELEM. */
#define list_entry(ELEM, STRUCT, MEMBER)                                                           \
    ((STRUCT *)(void *)((uint8_t *)(ELEM)-offsetof(STRUCT, MEMBER)))

/* Initialises list NAME in its definition: struct list foos = LIST_INITIALIZER(foos); */
#define LIST_INITIALIZER(NAME)                                                                     \
    {                                                                                              \
        {NULL, &(NAME).tail},                                                                      \
        {                                                                                          \
            &(NAME).head, NULL                                                                     \
        }                                                                                          \
    }

/* Visits all elements, first to last, as E.  The body must not remove E. */
#define LIST_FOREACH(E, LIST)                                                                      \
    for (struct list_elem *E = list_begin(LIST); (E) != list_end(LIST); (E) = list_next(E))

/* Is A less than B?  AUX is what the caller gave. */
typedef bool list_less_func(const struct list_elem *a, const struct list_elem *b, void *aux);

void list_init(struct list *list);

/* Traversal.  list_end() and list_rend() are the sentinels, which are not elements. */
static inline struct list_elem *list_begin(struct list *list)
{
    return list->head.next;
}

static inline struct list_elem *list_next(struct list_elem *elem)
{
    return elem->next;
}

static inline struct list_elem *list_end(struct list *list)
{
    return &list->tail;
}

static inline struct list_elem *list_rbegin(struct list *list)
{
    return list->tail.prev;
}

static inline struct list_elem *list_prev(struct list_elem *elem)
{
    return elem->prev;
}

static inline struct list_elem *list_rend(struct list *list)
{
    return &list->head;
}

static inline struct list_elem *list_head(struct list *list)
{
    return &list->head;
}

static inline struct list_elem *list_tail(struct list *list)
{
    return &list->tail;
}

/* Inserts ELEM before BEFORE, an element or the end of a list. */
void list_insert(struct list_elem *before, struct list_elem *elem);

/* Moves [FIRST, LAST), of any list, to before BEFORE: none of them, or the first. */
void list_splice(struct list_elem *before, struct list_elem *first, struct list_elem *last);
void list_push_front(struct list *list, struct list_elem *elem);
void list_push_back(struct list *list, struct list_elem *elem);

/* Removes ELEM from its list and returns its successor.  ELEM's links are void afterwards. */
struct list_elem *list_remove(struct list_elem *elem);

/* Remove and return the first, last element of a list that is not empty. */
struct list_elem *list_pop_front(struct list *list);
struct list_elem *list_pop_back(struct list *list);

/* The first, last element of a list that is not empty. */
struct list_elem *list_front(struct list *list);
struct list_elem *list_back(struct list *list);

/* Counts the elements, in O(n). */
size_t list_size(struct list *list);

static inline bool list_empty(struct list *list)
{
    return list->head.next == &list->tail;
}

void list_reverse(struct list *list);

/* Sorts by LESS: stable, O(n log n), O(n) for a sorted list, no memory. */
void list_sort(struct list *list, list_less_func *less, void *aux);

/* Inserts ELEM into a sorted list, after the elements equal to it. */
void list_insert_ordered(struct list *list, struct list_elem *elem, list_less_func *less,
                         void *aux);

/* Removes all but the first of each run of equal elements; these go to DUPLICATES's end if not
 * NULL. */
void list_unique(struct list *list, struct list *duplicates, list_less_func *less, void *aux);

/* The first of the greatest, least elements; the list's end if it is empty. */
struct list_elem *list_max(struct list *list, list_less_func *less, void *aux);
struct list_elem *list_min(struct list *list, list_less_func *less, void *aux);

#endif
