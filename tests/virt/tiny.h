/* SPDX-License-Identifier: MIT
 * Guests of a few instructions, for tests of virtual CPUs: see tiny.c.
 */
#ifndef TESTS_VIRT_TINY_H
#define TESTS_VIRT_TINY_H

#include <errno.h>
#include <string.h>
#include <virt.h>
#include "tests/lib.h"

#define TINY_CODE 0x1000  /* Guest-physical: where code begins. */
#define TINY_STACK 0x8000 /* …and where its stack ends. */
#define TINY_SIZE 0x20000 /* Bytes of guest memory, from 0 on. */

struct tiny {
    int vm, vcpu;
    uint8_t *memory; /* The guest's. */
    struct vcpu_state state;
    struct vcpu_run run;
};

/* Instructions for a guest, of 16 or 32 bits: TINY_CODE16(name, "hlt"), in one string. */
#define TINY_CODE_(NAME, BITS, TEXT)                                                               \
    extern const char NAME[], NAME##_end[];                                                        \
    asm(".pushsection .rodata; .global " #NAME ", " #NAME "_end; " #NAME ": .code" #BITS "\n" TEXT \
        "\n.code32; " #NAME "_end: .popsection")
#define TINY_CODE16(NAME, TEXT) TINY_CODE_(NAME, 16, TEXT)
#define TINY_CODE32(NAME, TEXT) TINY_CODE_(NAME, 32, TEXT)

/* A machine with one virtual CPU; fails if it cannot be made. */
void tiny_make(struct tiny *t, enum vm_mode mode);
/* Both are closed. */
void tiny_end(struct tiny *t);

/* Puts the code into memory at TINY_CODE and the virtual CPU before it: in real mode, or in
 * protected mode with flat segments. */
#define tiny_start16(T, NAME) tiny_start((T), NAME, NAME##_end - NAME, false)
#define tiny_start32(T, NAME) tiny_start((T), NAME, NAME##_end - NAME, true)
void tiny_start(struct tiny *t, const char *code, size_t size, bool flat);
/* The virtual CPU gets t->state. */
void tiny_set(struct tiny *t);
/* Runs it until an exit of kind EXIT, or fails; gets its state. */
void tiny_run(struct tiny *t, enum vcpu_exit exit);
/* Runs it until it halts. */
static inline void tiny_run_to_halt(struct tiny *t)
{
    tiny_run(t, VCPU_EXIT_HLT);
}

/* Real mode: interrupt VECTOR goes to OFFSET.  Flat: the table at 0x2000 gets a gate to it. */
void tiny_vector16(struct tiny *t, unsigned vector, uint16_t offset);
void tiny_vector32(struct tiny *t, unsigned vector, uint32_t offset);
#define TINY_IDT 0x2000
#define TINY_GDT 0x3000

static inline uint32_t *tiny_word(struct tiny *t, uint32_t gpa)
{
    return (uint32_t *)(t->memory + gpa);
}

struct vm_counters tiny_counters(const struct tiny *t);

#endif
