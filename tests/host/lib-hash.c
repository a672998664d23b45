/* SPDX-License-Identifier: MIT
 * A hash table against an array of flags, through growth and shrinking, with good and bad hashes.
 *
 * @sources: lib/kernel/hash.c lib/kernel/list.c
 */
#include "tests/host/lib.h"
#include <hash.h>
#include <string.h>

#define KEYS 600

struct item {
    int key;
    struct hash_elem elem;
};

static struct item items[2][KEYS]; /* Two equal elements of each key. */
static struct item *present[KEYS];
static size_t count;

static struct item *item_of(const struct hash_elem *e)
{
    return hash_entry(e, struct item, elem);
}

static unsigned good_hash(const struct hash_elem *e, void *aux)
{
    return hash_int(item_of(e)->key);
}

static unsigned bad_hash(const struct hash_elem *e, void *aux)
{
    return item_of(e)->key % 2;
}

static bool less(const struct hash_elem *a, const struct hash_elem *b, void *aux)
{
    CHECK(aux == items, "aux is not what was given");
    return item_of(a)->key < item_of(b)->key;
}

static int visits[KEYS];

static void visit(struct hash_elem *e, void *aux)
{
    struct item *item = item_of(e);
    CHECK(present[item->key] == item, "%d visited and not present", item->key);
    visits[item->key]++;
}

static void check_visits(struct hash *h, int times)
{
    for (int k = 0; k < KEYS; k++) {
        CHECK(visits[k] == (present[k] != NULL ? times : 0), "%d visited %d times", k, visits[k]);
    }
    CHECK(hash_size(h) == count && hash_empty(h) == (count == 0), "size %zu", hash_size(h));
}

static void check_all(struct hash *h)
{
    struct hash_iterator i;
    memset(visits, 0, sizeof visits);
    hash_apply(h, visit);
    for (hash_first(&i, h); hash_next(&i) != NULL;) {
        visit(hash_cur(&i), NULL);
    }
    check_visits(h, 2);
    CHECK((h->bucket_cnt & (h->bucket_cnt - 1)) == 0, "%zu buckets", h->bucket_cnt);
    CHECK(h->bucket_cnt <= 4 + count && count <= 4 * h->bucket_cnt, "%zu buckets for %zu",
          h->bucket_cnt, count);
}

static void step(struct hash *h, unsigned insert_in_8)
{
    int key = case_below(KEYS);
    struct item *item = &items[case_below(2)][key], *old = present[key];
    struct hash_elem *result;
    CHECK(hash_find(h, &item->elem) == (old != NULL ? &old->elem : NULL), "find %d", key);
    if (item == old || case_below(8) >= insert_in_8) {
        result = hash_delete(h, &item->elem);
        present[key] = NULL;
    } else if (case_below(2)) {
        result = hash_replace(h, &item->elem);
        present[key] = item;
    } else {
        result = hash_insert(h, &item->elem);
        present[key] = old != NULL ? old : item;
    }
    CHECK(result == (old != NULL ? &old->elem : NULL), "result for %d", key);
    count += (present[key] != NULL) - (old != NULL);
}

static void check_table(hash_hash_func *hash, int steps)
{
    struct hash h;
    CHECK(hash_init(&h, hash, less, items), "no memory");
    memset(present, 0, sizeof present);
    count = 0;
    for (int i = 0; i < steps; i++) {
        step(&h, i / 2000 % 2 == 0 ? 7 : 1);
        if (i % 101 == 0) {
            check_all(&h);
        }
    }
    memset(visits, 0, sizeof visits);
    hash_clear(&h, visit);
    for (int k = 0; k < KEYS; k++) {
        CHECK(visits[k] == (present[k] != NULL), "%d cleared %d times", k, visits[k]);
        present[k] = NULL;
    }
    count = 0;
    memset(visits, 0, sizeof visits);
    check_visits(&h, 1);
    hash_destroy(&h, NULL);
}

/* FNV-1a's published values, and a spread of neighbours. */
static void check_functions(void)
{
    CHECK(hash_string("a") == 0xe40c292c && hash_string("foobar") == 0xbf9cf968, "FNV-1a");
    CHECK(hash_bytes("foobar", 6) == hash_string("foobar"), "bytes and strings differ");
    int used[64] = {0}, most = 0;
    for (int i = 0; i < 640; i++) {
        int n = ++used[hash_int(i) % 64];
        most = n > most ? n : most;
    }
    CHECK(most < 30, "%d of 640 neighbours in one of 64 buckets", most);
}

int main(void)
{
    for (int k = 0; k < KEYS; k++) {
        items[0][k].key = items[1][k].key = k;
    }
    check_functions();
    check_table(good_hash, 20000);
    check_table(bad_hash, 8000);
    return 0;
}
