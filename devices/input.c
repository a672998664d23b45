/* SPDX-License-Identifier: MIT
 * Queue of typed characters, joining the serial port and the keyboard.
 *
 * Filled by interrupt handlers, so guarded by disabling interrupts.  It is small until somebody
 * types more ahead than that, or pastes: then it has a page, until it is empty again.
 */
#include "devices/input.h"

#include <debug.h>
#include <stddef.h>
#include <string.h>

#include "devices/serial.h"
#include "threads/interrupt.h"
#include "threads/palloc.h"
#include "threads/vaddr.h"
#include "threads/waitq.h"

#define SMALL_SIZE 128 /* powers of two, both */
#define LARGE_SIZE PGSIZE

static uint8_t small[SMALL_SIZE];
static uint8_t *large; /* the queue, if there is one */
static unsigned head;  /* characters ever put */
static unsigned tail;  /* characters ever taken */
static struct waitq readers = {LIST_INITIALIZER(readers.waiters)};

enum input_verdict (*input_catch)(uint8_t key);

void input_init(void)
{
}

static unsigned size(void)
{
    return large != NULL ? LARGE_SIZE : SMALL_SIZE;
}

static uint8_t *place(unsigned i)
{
    return large != NULL ? &large[i % LARGE_SIZE] : &small[i % SMALL_SIZE];
}

/* Gives a full small queue a page, if there is one. */
static void grow(void)
{
    uint8_t *page = palloc_get_page(PAL_ATOMIC);
    if (page == NULL)
        return;
    for (unsigned i = tail; i != head; i++)
        page[i % LARGE_SIZE] = *place(i);
    large = page;
}

static void shrink(void)
{
    palloc_free_page(large);
    large = NULL;
}

bool input_full(void)
{
    if (head - tail == SMALL_SIZE && large == NULL)
        grow();
    return head - tail == size();
}

/* What was taken left room. */
static void made_room(void)
{
    if (head == tail && large != NULL)
        shrink();
    serial_notify();
}

void input_put(uint8_t key)
{
    ASSERT(intr_get_level() == INTR_OFF);
    enum input_verdict verdict = input_catch != NULL ? input_catch(key) : INPUT_KEY;
    if (verdict != INPUT_KEY) {
        tail = head;
        made_room();
    }
    if (verdict == INPUT_CAUGHT || input_full())
        return;
    *place(head++) = key;
    waitq_wake(&readers);
}

int input_peek(void)
{
    return head != tail ? *place(tail) : -1;
}

void input_look_again(void)
{
    waitq_wake_all(&readers);
}

int input_read(uint8_t *key, int (*check)(void))
{
    enum intr_level old_level = intr_disable();
    int err = check();
    while (err == 0 && head == tail) {
        err = waitq_sleep(&readers, "keys", 0);
        err = err == 0 ? check() : err;
    }
    if (err == 0) {
        bool was_full = head - tail == size();
        *key = *place(tail++);
        if (was_full || head == tail)
            made_room();
    }
    intr_set_level(old_level);
    return err;
}

static int anybody(void)
{
    return 0;
}

uint8_t input_getc(void)
{
    uint8_t key = 0;
    int err = input_read(&key, anybody);
    ASSERT(err == 0);
    return key;
}
