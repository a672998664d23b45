/* SPDX-License-Identifier: MIT
 * Bytes that arrive at the serial port come out of input_getc(), in order, more than the port's own
 * buffer holds, and more than the queue holds if the reader is slow.  (The port's loopback mode
 * sends to itself.)
 */
#include "devices/input.h"
#include "devices/serial.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "threads/io.h"

#define COM1 0x3f8
#define MCR (COM1 + 4)
#define MCR_LOOP 0x10

#define QUEUE 4096
#define ROUNDS (QUEUE / 14 + 3) /* More than it takes. */
#define FIRST 32                /* None of the bytes from here on is ^C. */

static void loop_back(char first, int n)
{
    enum intr_level old_level = intr_disable(); /* nobody prints */
    serial_flush();
    uint8_t mcr = inb(MCR);
    outb(MCR, mcr | MCR_LOOP);
    for (int i = 0; i < n; i++)
        outb(COM1, first + i);
    timer_udelay(200); /* let them arrive before the loop ends */
    outb(MCR, mcr);
    intr_set_level(old_level);
}

static void expect_bytes(char first, int n)
{
    for (int i = 0; i < n; i++) {
        KTEST_ASSERT(input_peek() >= 0);
        uint8_t c = input_getc();
        if (c != (uint8_t)(first + i))
            fail("byte %d is %#x, not %#x", i, c, (uint8_t)(first + i));
    }
}

KTEST(serial_input)
{
    for (int i = 0; i < 8; i++) {
        loop_back('a', 14);
        expect_bytes('a', 14);
    }
    for (int i = 0; i < ROUNDS; i++)
        loop_back(FIRST + i % 14 * 14, 14);
    for (int i = 0; i < QUEUE; i++)
        expect_bytes(FIRST + i % (14 * 14), 1);
    loop_back('x', 1);
    /* What was in the port's buffer when the queue was full is still there; the rest is lost, but
     * the port works on. */
    uint8_t c = input_getc();
    for (int i = 0; c != 'x' && i < 16; i++)
        c = input_getc();
    KTEST_ASSERT(c == 'x');
}
