/* SPDX-License-Identifier: MIT
 * The 16550 serial port COM1, the kernel's console of record. */
#ifndef DEVICES_SERIAL_H
#define DEVICES_SERIAL_H

#include <stddef.h>

/* Sets up the port, 115200 8N1, output only.  serial_write() works from here on; calling it
 * earlier calls this first.  Before interrupts exist. */
void serial_init(void);

/* Starts interrupt-driven operation: received bytes go to input_put(), and output that the port
 * cannot take at once waits in a ring.  Call once, after intr_init() and input_init(). */
void serial_init_queue(void);

/* Sends N bytes in order.  Any context.  Never sleeps; waits by polling only while the port's
 * FIFO and the ring behind it are both full. */
void serial_write(const char *data, size_t n);

/* Waits until every byte written so far has left the port.  Any context. */
void serial_flush(void);

/* The input queue gained room: ask for received bytes again.  Interrupts off. */
void serial_notify(void);

#endif
