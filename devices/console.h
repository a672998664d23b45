/* SPDX-License-Identifier: MIT
 * Kernel output to serial port and screen (the printf family is in <stdio.h>).
 *
 * One call of printf, puts, putbuf or putchar comes out as one uninterrupted piece.  Any context:
 * before threads exist, and after console_panic(), output goes straight to the devices; in an
 * interrupt handler, or with interrupts off, it waits for the thread that is printing, if one is,
 * and otherwise goes straight out.
 */
#ifndef DEVICES_CONSOLE_H
#define DEVICES_CONSOLE_H

/* From here on threads take turns by a lock.  After thread_init(). */
void console_init(void);

/* From here on nobody waits for anybody: the panicking thread may have been printing. */
void console_panic(void);

#endif
