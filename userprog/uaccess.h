/* SPDX-License-Identifier: MIT
 * Reaching user memory from the kernel.
 *
 * A user address is checked in two steps.  First that the whole range lies in user space, without
 * wrapping: that needs no memory access.  Then it is simply used, by threads/fixup.h's copies: the
 * page-fault handler brings pages in (exception.c), and a copy that meets a bad page gives up.  So
 * there is no window between a check and a use, and a good pointer costs no look-up.
 *
 * All of these may sleep.  Call them with no lock held that a page fault could need: as_lock, inode
 * locks, vm_lock.
 */
#ifndef USERPROG_UACCESS_H
#define USERPROG_UACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "threads/vaddr.h"

/* Does ADDR...ADDR+N lie in user space?  (Whether it is mapped is not asked.) */
static inline bool uaccess_in_range(uintptr_t addr, size_t n)
{
    return n <= LOADER_PHYS_BASE && addr <= LOADER_PHYS_BASE - n;
}

/* Copy N bytes to or from the running process.  0, or -EFAULT; part may then have been copied. */
int uaccess_read(void *dst, uintptr_t src, size_t n);
int uaccess_write(uintptr_t dst, const void *src, size_t n);

/* Copies the string at SRC to DST, of SIZE bytes.  Returns its length; -EFAULT; or -ENAMETOOLONG if
 * it does not end within SIZE bytes. */
int uaccess_read_string(char *dst, uintptr_t src, size_t size);

#endif
