/* SPDX-License-Identifier: MIT
 * PS/2 keyboard, typed characters to the input queue. */
#ifndef DEVICES_KBD_H
#define DEVICES_KBD_H

/* Registers the keyboard's interrupt.  After input_init() and intr_init(). */
void kbd_init(void);

#endif
