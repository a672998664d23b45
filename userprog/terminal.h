/* SPDX-License-Identifier: MIT
 * The keyboard and the console as a program reads and writes them.
 */
#ifndef USERPROG_TERMINAL_H
#define USERPROG_TERMINAL_H

#include <stddef.h>
#include <stdint.h>

void terminal_init(void);

/* N characters to user address DST, as they are typed; N, -EFAULT, -EINTR, or
 * -EIO if the running process is not of the job in front. */
int terminal_read(uintptr_t dst, size_t n);
/* N characters from SRC, in one piece of output; N or -EFAULT. */
int terminal_write(uintptr_t src, size_t n);

/* Prints that program NAME has ended; not in the middle of what others write.  Hold no lock. */
void terminal_print_end(const char *name, int status);

#endif
