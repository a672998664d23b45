/* SPDX-License-Identifier: MIT */
/* Queue of typed characters, joining the serial port and the keyboard.
 *
 * Filled by interrupt handlers, so guarded by disabling interrupts.
 */
#include "devices/input.h"

#include <debug.h>
#include <stddef.h>

#include "devices/serial.h"
#include "threads/interrupt.h"
#include "threads/waitq.h"

#define QUEUE_SIZE 128 /* a power of two */

static uint8_t queue[QUEUE_SIZE];
static unsigned head; /* characters ever put */
static unsigned tail; /* characters ever taken */
static struct waitq readers = {LIST_INITIALIZER(readers.waiters)};

bool (*input_catch)(uint8_t key);

void input_init(void)
{
}

bool input_full(void)
{
    return head - tail == QUEUE_SIZE;
}

void input_put(uint8_t key)
{
    ASSERT(intr_get_level() == INTR_OFF);
    if (input_catch != NULL && input_catch(key)) {
        tail = head;
        serial_notify();
        return;
    }
    if (input_full())
        return;
    queue[head++ % QUEUE_SIZE] = key;
    waitq_wake(&readers);
}

int input_read(uint8_t *key)
{
    int err = 0;
    enum intr_level old_level = intr_disable();
    while (head == tail && err == 0)
        err = waitq_sleep(&readers, "keys", 0);
    if (err == 0) {
        bool was_full = input_full();
        *key = queue[tail++ % QUEUE_SIZE];
        if (was_full)
            serial_notify();
    }
    intr_set_level(old_level);
    return err;
}

uint8_t input_getc(void)
{
    uint8_t key = 0;
    int err = input_read(&key);
    ASSERT(err == 0);
    return key;
}
