/* SPDX-License-Identifier: MIT
 * Mapping memory by ranges.
 */
#ifndef LIB_USER_MMAN_H
#define LIB_USER_MMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <syscall-abi.h>

/* Maps LENGTH bytes of the file FD from page PAGE_OFFSET of it on, or fresh zeros with
 * MAP_ANONYMOUS (FD is -1 then), at ADDR with MAP_FIXED, else wherever there is room.  The address,
 * or a negative errno as mman_error() tells it. */
void *mmap2(void *addr, size_t length, int prot, int flags, int fd, unsigned page_offset);

/* The negative errno that mmap2() returned as P; 0 if it is an address. */
static inline int mman_error(const void *p)
{
    return (uintptr_t)p >= (uintptr_t)-4095 ? (int)(intptr_t)p : 0;
}

int munmap2(void *addr, size_t length);
int mprotect(void *addr, size_t length, int prot);

#endif
