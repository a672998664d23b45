/* SPDX-License-Identifier: MIT
 * Copying to and from memory that may turn out not to be there.
 *
 * The copies are ordinary string instructions.  A page fault in them that the page-fault handler
 * cannot resolve (a bad user pointer) makes them return early instead of killing anyone: the
 * handler asks fixup_resolve(), which knows those instructions by address and moves the saved eip
 * to where the copy gives up.  They may sleep, since a fault may.  They do not check that an
 * address is a user's: the caller does.
 */
#ifndef THREADS_FIXUP_H
#define THREADS_FIXUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intr_frame;

/* Copies N bytes and returns how many at the end were NOT copied: 0 is success. */
size_t fixup_copy(void *dst, const void *src, size_t n);

/* Copies four words, for the way into a system call: true, or false if they are not all there. */
bool fixup_read_words(uint32_t dst[4], const uint32_t *src);

/* The same without ever sleeping: a page that is not there now ends the copy.  For callers that
 * hold what a fault may have to wait for. */
size_t fixup_copy_present(void *dst, const void *src, size_t n);

/* Copies a string with its NUL, at most N bytes of it.  Returns its length without the NUL, N if
 * there is no NUL in the first N bytes, or -EFAULT. */
long fixup_strncpy(char *dst, const char *src, size_t n);

/* For the page-fault handler, with a fault of the kernel's: if FRAME was in one of the copies,
 * makes that copy give up when the interrupt returns, and returns true. */
bool fixup_resolve(struct intr_frame *frame);

#endif
