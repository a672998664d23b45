/* SPDX-License-Identifier: MIT
 * Kernel output to serial port and screen, one piece at a time.
 *
 * A piece begins with console_begin() and ends with console_end(), which take a lock when the
 * caller is able to sleep.  The lock may be taken again by its holder, as when printing runs into a
 * check that prints.  A caller who cannot sleep while a thread holds the lock leaves its text in
 * `deferred`, which the holder prints when its own piece is done; text that does not fit there is
 * printed at once, since tearing a line is better than losing one.
 */
#include "devices/console.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "devices/serial.h"
#include "devices/vga.h"
#include "threads/interrupt.h"
#include "threads/synch.h"
#include "threads/thread.h"

#define DEFER_SIZE 512

static bool use_lock;
static struct lock console_lock;
static int depth; /* of nested pieces; the lock's holder only */

/* Guarded by disabling interrupts. */
static char deferred[DEFER_SIZE];
static volatile size_t deferred_cnt;

void console_init(void)
{
    lock_init(&console_lock);
    use_lock = true;
}

static void emit(const char *buffer, size_t n)
{
    serial_write(buffer, n);
    vga_write(buffer, n);
}

static void emit_deferred(void)
{
    if (deferred_cnt == 0)
        return;
    enum intr_level old_level = intr_disable();
    emit(deferred, deferred_cnt);
    deferred_cnt = 0;
    intr_set_level(old_level);
}

void console_panic(void)
{
    use_lock = false;
    emit_deferred();
}

/* How this caller's piece reaches the devices. */
enum route { DIRECT, LOCKED, DEFERRED };

/* For a caller who cannot sleep. */
static enum route route_at_once(void)
{
    const struct thread *holder = console_lock.holder;
    bool nested = !intr_context() && holder == thread_current();
    return holder == NULL || nested ? DIRECT : DEFERRED;
}

static enum route console_begin(void)
{
    if (!use_lock)
        return DIRECT;
    if (intr_context() || intr_get_level() == INTR_OFF)
        return route_at_once();
    if (!lock_held_by_current_thread(&console_lock))
        lock_acquire(&console_lock);
    depth++;
    return LOCKED;
}

static void console_end(enum route route)
{
    if (route != LOCKED || !use_lock || --depth > 0)
        return;
    do { /* more may be deferred until the lock is free */
        emit_deferred();
        lock_release(&console_lock);
    } while (deferred_cnt > 0 && lock_try_acquire(&console_lock));
}

static void console_put(enum route route, const char *buffer, size_t n)
{
    if (route == DEFERRED && n <= DEFER_SIZE - deferred_cnt) {
        memcpy(deferred + deferred_cnt, buffer, n);
        deferred_cnt += n;
    } else {
        emit(buffer, n);
    }
}

void putbuf(const char *buffer, size_t n)
{
    enum route route = console_begin();
    console_put(route, buffer, n);
    console_end(route);
}

int puts(const char *s)
{
    enum route route = console_begin();
    console_put(route, s, strlen(s));
    console_put(route, "\n", 1);
    console_end(route);
    return 0;
}

int putchar(int c)
{
    char byte = c;
    putbuf(&byte, 1);
    return c;
}

/* Formatted text on its way out, so that the devices see few, long writes. */
struct print_state {
    enum route route;
    int total;
    size_t cnt;
    char buffer[96];
};

static void print_flush(struct print_state *state)
{
    console_put(state->route, state->buffer, state->cnt);
    state->total += state->cnt;
    state->cnt = 0;
}

static void print_char(char c, void *state_)
{
    struct print_state *state = state_;
    if (state->cnt == sizeof state->buffer)
        print_flush(state);
    state->buffer[state->cnt++] = c;
}

int vprintf(const char *format, va_list args)
{
    struct print_state state = {.route = console_begin()};
    __vprintf(format, args, print_char, &state);
    print_flush(&state);
    console_end(state.route);
    return state.total;
}
