/* SPDX-License-Identifier: MIT
 * The list operations that every thread switch does, inlined and without the checks of list.c.
 */
#ifndef THREADS_QUEUE_H
#define THREADS_QUEUE_H

#include <list.h>

static inline void queue_insert(struct list_elem *before, struct list_elem *elem)
{
    struct list_elem *prev = before->prev;
    elem->prev = prev;
    elem->next = before;
    prev->next = elem;
    before->prev = elem;
}

static inline void queue_remove(struct list_elem *elem)
{
    elem->prev->next = elem->next;
    elem->next->prev = elem->prev;
}

/* The first of QUEUE, which is not empty. */
static inline struct list_elem *queue_remove_first(struct list *queue)
{
    struct list_elem *first = queue->head.next, *second = first->next;
    queue->head.next = second;
    second->prev = &queue->head;
    return first;
}

#endif
