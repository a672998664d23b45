/* SPDX-License-Identifier: MIT */
/* The one queue of typed characters, from the serial port and the keyboard. */
#ifndef DEVICES_INPUT_H
#define DEVICES_INPUT_H

#include <stdbool.h>
#include <stdint.h>

void input_init(void);

/* The next character; sleeps until there is one.  Not in interrupt context. */
uint8_t input_getc(void);

/* The same for a thread that may be interrupted meanwhile: 0, or -EINTR. */
int input_read(uint8_t *key);

/* Adds a character; dropped if the queue is full, or if input_catch, when it is set, returns true
 * for it: then what was typed before is dropped too.  Interrupts off (drivers' interrupt handlers).
 */
extern bool (*input_catch)(uint8_t key);
void input_put(uint8_t key);

/* True when the queue has no room.  Interrupts off. */
bool input_full(void);

#endif
