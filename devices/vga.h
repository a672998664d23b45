/* SPDX-License-Identifier: MIT
 * The 80x25 text screen. */
#ifndef DEVICES_VGA_H
#define DEVICES_VGA_H

#include <stddef.h>

/* Writes N bytes at the cursor, obeying newline, carriage return, backspace, tab, form feed
 * (clears the screen) and bell (silent).  Does nothing on a machine without a display adapter.
 * Any context; never sleeps. */
void vga_write(const char *data, size_t n);

#endif
