/* SPDX-License-Identifier: MIT
 * What kv's small kernel (kv.c) and its programs (kv-user.c) share.
 *
 * Programs are linked with the kernel but run in user mode, each in an address space of its own; of
 * the image they may only execute and read kv-user.c's part.  They get what they need to know in a
 * struct kv_start at the beginning of their memory.
 */
#ifndef VIRT_GUEST_KV_H
#define VIRT_GUEST_KV_H

#include <stdint.h>

/* A program's memory: pages come when they are first touched. */
#define KV_MEMORY 0x40000000u
#define KV_MEMORY_END 0xc0000000u
#define KV_STACK_END 0x40100000u
#define KV_HEAP 0x40200000u /* The clients' model; the server's first arena. */

#define KV_CLIENTS_MAX 16

/* System calls: INT 0x80, number in EAX, argument in EBX, result in EAX. */
enum kv_call {
    KV_EXIT,    /* The checksum. */
    KV_ASK,     /* A client's message to the server, which becomes its answer. */
    KV_RECEIVE, /* The server: waits for a message. */
    KV_ANSWER,  /* The server: sends the message back to its client. */
    KV_SLEEP,   /* So many ticks. */
    KV_FAIL,    /* Something is wrong: a line of the source. */
};

enum kv_operation { KV_SET, KV_GET, KV_LPUSH, KV_LPOP, KV_OPERATIONS };
enum kv_status { KV_OK, KV_NONE, KV_FULL };

#define KV_VALUE_WORDS 12
struct kv_message {
    uint32_t operation, status;
    uint32_t client; /* The kernel puts it there. */
    uint32_t key;
    uint32_t value[KV_VALUE_WORDS];
};

struct kv_start {
    uint32_t client, life, seed;
    uint32_t operations;  /* Of this life. */
    uint32_t keys, lists; /* Of each client. */
    uint32_t sleep;       /* After so many operations a client sleeps. */
    uint32_t
        arenas; /* Regions with a page table of their own that the server spreads its data over. */
    uint32_t arena_size;
};

void kv_server(struct kv_start *start);
void kv_client(struct kv_start *start);

#endif
