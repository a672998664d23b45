/* SPDX-License-Identifier: MIT
 * Hash tables whose links are embedded in the elements' own structs.
 *
 * Chains in a power-of-two number of buckets that follows the number of elements.  Elements are
 * unique by the table's own comparison.  Only the array of buckets is allocated: hash_init() may
 * sleep for it, while to grow or shrink takes only what memory is free, and without it the table
 * works on, only slower.  No locking: the owner of a table serialises.
 */
#ifndef LIB_KERNEL_HASH_H
#define LIB_KERNEL_HASH_H

#include "list.h"

struct hash_elem {
    struct list_elem list_elem;
};

/* The struct of type STRUCT whose MEMBER is *ELEM. */
#define hash_entry(ELEM, STRUCT, MEMBER)                                                           \
    ((STRUCT *)(void *)((uint8_t *)(ELEM)-offsetof(STRUCT, MEMBER)))

/* The hash value of E: equal for equal elements. */
typedef unsigned hash_hash_func(const struct hash_elem *e, void *aux);
/* Is A less than B?  Neither less than the other: they are equal. */
typedef bool hash_less_func(const struct hash_elem *a, const struct hash_elem *b, void *aux);
/* Does something with E. */
typedef void hash_action_func(struct hash_elem *e, void *aux);

struct hash {
    size_t elem_cnt;
    size_t bucket_cnt; /* A power of two. */
    struct list *buckets;
    hash_hash_func *hash;
    hash_less_func *less;
    void *aux; /* Handed to the three kinds of functions. */
};

struct hash_iterator {
    struct hash *hash;
    struct list *bucket;
    struct hash_elem *elem; /* The current one. */
};

/* Makes H an empty table; false if there is no memory. */
bool hash_init(struct hash *h, hash_hash_func *hash, hash_less_func *less, void *aux);

/* Takes out all elements, calling DESTRUCTOR, which may free them, if it is not NULL. */
void hash_clear(struct hash *h, hash_action_func *destructor);

/* The same, and frees the table's own memory. */
void hash_destroy(struct hash *h, hash_action_func *destructor);

/* Puts ELEM in and returns NULL, or returns the equal element that is there already. */
struct hash_elem *hash_insert(struct hash *h, struct hash_elem *elem);

/* Puts ELEM in, taking out and returning the equal element that was there, or NULL. */
struct hash_elem *hash_replace(struct hash *h, struct hash_elem *elem);

/* The element equal to KEY (any struct with an element, need not be in a table), or NULL. */
struct hash_elem *hash_find(struct hash *h, struct hash_elem *key);

/* Takes out and returns the element equal to KEY, or NULL. */
struct hash_elem *hash_delete(struct hash *h, struct hash_elem *key);

/* Calls ACTION for each element, in no order.  It must not change the table. */
void hash_apply(struct hash *h, hash_action_func *action);

/* A walk in no order, void once the table is changed:
 *     hash_first(&i, h);
 *     while (hash_next(&i) != NULL) { ... hash_cur(&i) ... } */
void hash_first(struct hash_iterator *i, struct hash *h);
struct hash_elem *hash_next(struct hash_iterator *i);
struct hash_elem *hash_cur(struct hash_iterator *i);

size_t hash_size(struct hash *h);
bool hash_empty(struct hash *h);

/* Good hash values of some bytes, a string, an integer. */
unsigned hash_bytes(const void *buffer, size_t size);
unsigned hash_string(const char *string);
unsigned hash_int(int i);

#endif
