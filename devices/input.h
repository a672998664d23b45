/* SPDX-License-Identifier: MIT
 * The one queue of typed characters, from the serial port and the keyboard. */
#ifndef DEVICES_INPUT_H
#define DEVICES_INPUT_H

#include <stdbool.h>
#include <stdint.h>

void input_init(void);

/* The next character; sleeps until there is one.  Not in interrupt context. */
uint8_t input_getc(void);

/* The same for a thread that may be interrupted meanwhile, and that may read as long as CHECK,
 * called with interrupts off, returns 0: 0, -EINTR, or what CHECK returned. */
int input_read(uint8_t *key, int (*check)(void));
/* Makes all who wait for a character ask their checks again.  Interrupts off, as for the rest. */
void input_look_again(void);
/* The next character, which stays there, or -1. */
int input_peek(void);

/* Adds a character; dropped if the queue is full.  (It has 4096 places, or 128 where memory is
 * short; a driver that can make its sender wait does so then.)  First input_catch, if set, is
 * asked: INPUT_FLUSH and INPUT_CAUGHT drop what was typed before, INPUT_CAUGHT the character too.
 * For drivers' interrupt handlers. */
enum input_verdict { INPUT_KEY, INPUT_FLUSH, INPUT_CAUGHT };
extern enum input_verdict (*input_catch)(uint8_t key);
void input_put(uint8_t key);

/* True when the queue has no room. */
bool input_full(void);

#endif
