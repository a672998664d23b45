/* SPDX-License-Identifier: MIT
 * CPU exceptions: what a program did wrong ends the program; what the kernel did wrong is a panic;
 * a page fault is mostly neither.
 */
#ifndef USERPROG_EXCEPTION_H
#define USERPROG_EXCEPTION_H

/* For init.c, after intr_init(). */
void exception_init(void);

/* For power-off: how many page faults there were. */
void exception_print_stats(void);

#endif
