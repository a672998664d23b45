/* SPDX-License-Identifier: MIT
 * Hash tables.
 */
#include "hash.h"
#include <debug.h>
#include "threads/malloc.h"

/* On average a bucket holds between 1 and 4 elements, and 2 just after resizing. */
#define MIN_BUCKETS 4
#define ELEMS_PER_BUCKET_MAX 4
#define ELEMS_PER_BUCKET_BEST 2

static struct hash_elem *list_to_hash(struct list_elem *e)
{
    return list_entry(e, struct hash_elem, list_elem);
}

static struct list *find_bucket(struct hash *h, struct hash_elem *e)
{
    return &h->buckets[h->hash(e, h->aux) & (h->bucket_cnt - 1)];
}

static struct hash_elem *find_in_bucket(struct hash *h, struct list *bucket, struct hash_elem *key)
{
    LIST_FOREACH (e, bucket) {
        struct hash_elem *other = list_to_hash(e);
        if (!h->less(other, key, h->aux) && !h->less(key, other, h->aux)) {
            return other;
        }
    }
    return NULL;
}

static void init_buckets(struct list *buckets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        list_init(&buckets[i]);
    }
}

static size_t best_bucket_count(size_t elements)
{
    size_t count = MIN_BUCKETS;
    while (count < elements / ELEMS_PER_BUCKET_BEST) {
        count *= 2;
    }
    return count;
}

static bool is_badly_sized(const struct hash *h)
{
    return h->elem_cnt > h->bucket_cnt * ELEMS_PER_BUCKET_MAX ||
           (h->elem_cnt < h->bucket_cnt && h->bucket_cnt > MIN_BUCKETS);
}

/* Moves all elements to the best number of buckets, if that differs much and there is memory for
 * it. */
static void resize(struct hash *h)
{
    size_t old_count = h->bucket_cnt;
    size_t new_count = best_bucket_count(h->elem_cnt);
    if (!is_badly_sized(h) || new_count == old_count) {
        return;
    }
    struct list *old_buckets = h->buckets;
    struct list *new_buckets = malloc_atomic(sizeof *new_buckets * new_count);
    if (new_buckets == NULL) {
        return;
    }
    init_buckets(new_buckets, new_count);
    h->buckets = new_buckets;
    h->bucket_cnt = new_count;
    for (size_t i = 0; i < old_count; i++) {
        while (!list_empty(&old_buckets[i])) {
            struct list_elem *e = list_pop_front(&old_buckets[i]);
            list_push_front(find_bucket(h, list_to_hash(e)), e);
        }
    }
    free(old_buckets);
}

static void insert_elem(struct hash *h, struct list *bucket, struct hash_elem *e)
{
    list_push_front(bucket, &e->list_elem);
    h->elem_cnt++;
}

static void remove_elem(struct hash *h, struct hash_elem *e)
{
    list_remove(&e->list_elem);
    h->elem_cnt--;
}

bool hash_init(struct hash *h, hash_hash_func *hash, hash_less_func *less, void *aux)
{
    *h = (struct hash){
        .bucket_cnt = MIN_BUCKETS,
        .buckets = malloc(sizeof(struct list) * MIN_BUCKETS),
        .hash = hash,
        .less = less,
        .aux = aux,
    };
    if (h->buckets == NULL) {
        return false;
    }
    init_buckets(h->buckets, MIN_BUCKETS);
    return true;
}

void hash_clear(struct hash *h, hash_action_func *destructor)
{
    for (size_t i = 0; i < h->bucket_cnt; i++) {
        while (!list_empty(&h->buckets[i])) {
            struct list_elem *e = list_pop_front(&h->buckets[i]);
            if (destructor != NULL) {
                destructor(list_to_hash(e), h->aux);
            }
        }
    }
    h->elem_cnt = 0;
}

void hash_destroy(struct hash *h, hash_action_func *destructor)
{
    hash_clear(h, destructor);
    free(h->buckets);
    h->buckets = NULL;
}

struct hash_elem *hash_insert(struct hash *h, struct hash_elem *new)
{
    struct list *bucket = find_bucket(h, new);
    struct hash_elem *old = find_in_bucket(h, bucket, new);
    if (old == NULL) {
        insert_elem(h, bucket, new);
        resize(h);
    }
    return old;
}

struct hash_elem *hash_replace(struct hash *h, struct hash_elem *new)
{
    struct list *bucket = find_bucket(h, new);
    struct hash_elem *old = find_in_bucket(h, bucket, new);
    if (old != NULL) {
        remove_elem(h, old);
    }
    insert_elem(h, bucket, new);
    resize(h);
    return old;
}

struct hash_elem *hash_find(struct hash *h, struct hash_elem *key)
{
    return find_in_bucket(h, find_bucket(h, key), key);
}

struct hash_elem *hash_delete(struct hash *h, struct hash_elem *key)
{
    struct hash_elem *found = hash_find(h, key);
    if (found != NULL) {
        remove_elem(h, found);
        resize(h);
    }
    return found;
}

void hash_apply(struct hash *h, hash_action_func *action)
{
    ASSERT(action != NULL);
    for (size_t i = 0; i < h->bucket_cnt; i++) {
        LIST_FOREACH (e, &h->buckets[i]) {
            action(list_to_hash(e), h->aux);
        }
    }
}

void hash_first(struct hash_iterator *i, struct hash *h)
{
    ASSERT(i != NULL && h != NULL);
    i->hash = h;
    i->bucket = h->buckets;
    i->elem = list_to_hash(list_head(i->bucket));
}

struct hash_elem *hash_next(struct hash_iterator *i)
{
    ASSERT(i->elem != NULL);
    struct list_elem *e = list_next(&i->elem->list_elem);
    while (e == list_end(i->bucket)) {
        if (++i->bucket >= i->hash->buckets + i->hash->bucket_cnt) {
            i->elem = NULL;
            return NULL;
        }
        e = list_begin(i->bucket);
    }
    i->elem = list_to_hash(e);
    return i->elem;
}

struct hash_elem *hash_cur(struct hash_iterator *i)
{
    return i->elem;
}

size_t hash_size(struct hash *h)
{
    return h->elem_cnt;
}

bool hash_empty(struct hash *h)
{
    return h->elem_cnt == 0;
}

/* The 32-bit Fowler-Noll-Vo hash FNV-1a: its offset basis and prime. */
#define FNV_BASIS 2166136261u
#define FNV_PRIME 16777619u

unsigned hash_bytes(const void *buffer, size_t size)
{
    const uint8_t *p = buffer;
    unsigned hash = FNV_BASIS;
    while (size-- > 0) {
        hash = (hash ^ *p++) * FNV_PRIME;
    }
    return hash;
}

unsigned hash_string(const char *string)
{
    unsigned hash = FNV_BASIS;
    while (*string != '\0') {
        hash = (hash ^ (uint8_t)*string++) * FNV_PRIME;
    }
    return hash;
}

unsigned hash_int(int i)
{
    return hash_bytes(&i, sizeof i);
}
