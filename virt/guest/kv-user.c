/* SPDX-License-Identifier: MIT
 * The programs of kv: the server and the clients, in user mode.
 *
 * Nothing here may call what is elsewhere in the image: programs cannot see it.
 */
#include "virt/guest/kv.h"
#include <stdbool.h>
#include <stddef.h>
#include <xorshift.h>
#ifndef __clang__
#pragma GCC optimize("no-tree-loop-distribute-patterns") /* No calls of memcpy(). */
#endif

static uint32_t call(enum kv_call number, uint32_t argument)
{
    uint32_t result;
    asm volatile("int $0x80" : "=a"(result) : "a"(number), "b"(argument) : "memory");
    return result;
}

static uint32_t mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x01000193u;
    return hash ^ hash >> 15;
}

static void copy(uint32_t *to, const uint32_t *from)
{
    for (int i = 0; i < KV_VALUE_WORDS; i++) {
        to[i] = from[i];
    }
}

/* ---- The server ---- */

#define BUCKETS 32

struct node {
    struct node *next; /* In its bucket, its list, or among the free. */
    struct node *list; /* Of a list's head: its elements. */
    uint32_t client, key;
    uint32_t is_list;
    uint32_t value[KV_VALUE_WORDS];
};

struct arena {
    uint32_t end; /* Of what is used of it; 0: nothing yet. */
    struct node *free;
    struct node *buckets[BUCKETS];
};

static struct arena *arena_of(const struct kv_start *start, uint32_t hash)
{
    uint32_t n = hash % start->arenas;
    uint32_t address = KV_HEAP + n * start->arena_size + n * 7 % 64 * 4096;
    struct arena *arena = (struct arena *)address;
    if (arena->end == 0)
        arena->end = address + sizeof *arena;
    return arena;
}

static struct node *node_new(struct arena *arena)
{
    struct node *node = arena->free;
    if (node != NULL) {
        arena->free = node->next;
    } else {
        node = (struct node *)arena->end;
        arena->end += sizeof *node;
    }
    return node;
}

/* The node for M's key, made if MAKE. */
static struct node *find(struct arena *arena, const struct kv_message *m, uint32_t hash, bool make)
{
    struct node **bucket = &arena->buckets[hash >> 16 & (BUCKETS - 1)];
    uint32_t is_list = m->operation >= KV_LPUSH;
    for (struct node *node = *bucket; node != NULL; node = node->next) {
        if (node->client == m->client && node->key == m->key && node->is_list == is_list)
            return node;
    }
    if (!make)
        return NULL;
    struct node *node = node_new(arena);
    node->next = *bucket;
    node->list = NULL;
    node->client = m->client;
    node->key = m->key;
    node->is_list = is_list;
    *bucket = node;
    return node;
}

static void pop(struct arena *arena, struct node *head, struct kv_message *m)
{
    struct node *first = head->list;
    copy(m->value, first->value);
    head->list = first->next;
    first->next = arena->free;
    arena->free = first;
}

static void serve(const struct kv_start *start, struct kv_message *m)
{
    uint32_t hash = mix(mix(mix(7, m->client), m->key), m->operation >= KV_LPUSH);
    struct arena *arena = arena_of(start, hash);
    struct node *node = find(arena, m, hash, m->operation == KV_SET || m->operation == KV_LPUSH);
    m->status = KV_OK;
    if (node == NULL || (m->operation == KV_LPOP && node->list == NULL)) {
        m->status = KV_NONE;
    } else if (m->operation == KV_SET) {
        copy(node->value, m->value);
    } else if (m->operation == KV_GET) {
        copy(m->value, node->value);
    } else if (m->operation == KV_LPUSH) {
        struct node *element = node_new(arena);
        copy(element->value, m->value);
        element->next = node->list;
        node->list = element;
    } else {
        pop(arena, node, m);
    }
}

void kv_server(struct kv_start *start)
{
    struct kv_message m;
    for (;;) {
        call(KV_RECEIVE, (uint32_t)&m);
        serve(start, &m);
        call(KV_ANSWER, (uint32_t)&m);
    }
}

/* ---- A client ---- */

#define DEPTH_MAX 16

struct client {
    const struct kv_start *start;
    uint32_t random, checksum, version;
    uint32_t *versions; /* Of each key's value; 0: not set in this life. */
    struct list {
        uint32_t depth;
        uint32_t versions[DEPTH_MAX];
    } * lists;
};

static void fill(const struct client *c, struct kv_message *m, uint32_t version)
{
    for (uint32_t i = 0; i < KV_VALUE_WORDS; i++) {
        m->value[i] = mix(mix(mix(c->start->client, m->key), version), i);
    }
}

static void expect(const struct client *c, const struct kv_message *m, uint32_t version, int line)
{
    for (uint32_t i = 0; i < KV_VALUE_WORDS; i++) {
        if (m->value[i] != mix(mix(mix(c->start->client, m->key), version), i))
            call(KV_FAIL, line);
    }
}

static void ask(struct client *c, struct kv_message *m)
{
    call(KV_ASK, (uint32_t)m);
    c->checksum = mix(c->checksum, m->status);
    if (m->status == KV_OK)
        c->checksum = mix(c->checksum, m->value[c->version % KV_VALUE_WORDS]);
}

static void use_value(struct client *c, struct kv_message *m)
{
    m->key = xorshift32(&c->random) % c->start->keys;
    if (m->operation == KV_SET) {
        fill(c, m, ++c->version);
        ask(c, m);
        if (m->status != KV_OK)
            call(KV_FAIL, __LINE__);
        c->versions[m->key] = c->version;
    } else {
        ask(c, m);
        if (c->versions[m->key] != 0) {
            if (m->status != KV_OK)
                call(KV_FAIL, __LINE__);
            expect(c, m, c->versions[m->key], __LINE__);
        }
    }
}

static void use_list(struct client *c, struct kv_message *m)
{
    m->key = xorshift32(&c->random) % c->start->lists;
    struct list *list = &c->lists[m->key];
    if (m->operation == KV_LPUSH && list->depth < DEPTH_MAX) {
        fill(c, m, ++c->version);
        ask(c, m);
        if (m->status != KV_OK)
            call(KV_FAIL, __LINE__);
        list->versions[list->depth++] = c->version;
        return;
    }
    m->operation = KV_LPOP;
    ask(c, m);
    if (m->status != (list->depth > 0 ? KV_OK : KV_NONE))
        call(KV_FAIL, __LINE__);
    if (list->depth > 0)
        expect(c, m, list->versions[--list->depth], __LINE__);
}

/* What an earlier life left in the lists. */
static void drain(struct client *c)
{
    for (uint32_t i = 0; i < c->start->lists; i++) {
        struct kv_message m;
        do {
            m.operation = KV_LPOP;
            m.key = i;
            ask(c, &m);
        } while (m.status == KV_OK);
    }
}

void kv_client(struct kv_start *start)
{
    struct client c = {.start = start,
                       .random = mix(mix(mix(3, start->seed), start->client), start->life) | 1};
    c.versions = (uint32_t *)KV_HEAP;
    c.lists = (struct list *)(KV_HEAP + (start->keys * 4 + 4095) / 4096 * 4096);
    c.version = start->life << 24;
    drain(&c);
    for (uint32_t i = 1; i <= start->operations; i++) {
        struct kv_message m = {.operation = xorshift32(&c.random) % KV_OPERATIONS};
        if (m.operation <= KV_GET)
            use_value(&c, &m);
        else
            use_list(&c, &m);
        if (start->sleep > 0 && i % start->sleep == 0)
            call(KV_SLEEP, 1);
    }
    call(KV_EXIT, c.checksum);
}
