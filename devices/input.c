/* SPDX-License-Identifier: MIT */
/* Queue of typed characters, joining the serial port and the keyboard.
 *
 * Filled by interrupt handlers, so guarded by disabling interrupts.  The semaphore counts the
 * characters in the queue.
 */
#include "devices/input.h"

#include <debug.h>

#include "devices/serial.h"
#include "threads/interrupt.h"
#include "threads/synch.h"

#define QUEUE_SIZE 128 /* a power of two */

static uint8_t queue[QUEUE_SIZE];
static unsigned head; /* characters ever put */
static unsigned tail; /* characters ever taken */
static struct semaphore available;

void input_init(void)
{
    sema_init(&available, 0);
}

bool input_full(void)
{
    return head - tail == QUEUE_SIZE;
}

void input_put(uint8_t key)
{
    ASSERT(intr_get_level() == INTR_OFF);
    if (input_full())
        return;
    queue[head++ % QUEUE_SIZE] = key;
    sema_up(&available);
}

uint8_t input_getc(void)
{
    sema_down(&available);
    enum intr_level old_level = intr_disable();
    bool was_full = input_full();
    uint8_t key = queue[tail++ % QUEUE_SIZE];
    if (was_full)
        serial_notify();
    intr_set_level(old_level);
    return key;
}
