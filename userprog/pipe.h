/* SPDX-License-Identifier: MIT
 * Pipes: bytes in order from those who write to those who read.
 */
#ifndef USERPROG_PIPE_H
#define USERPROG_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a pipe holds; and a write of no more is never split by another's. */
#define PIPE_SIZE 4096u

struct pipe;

/* A pipe with both ends open, or NULL without memory. */
struct pipe *pipe_create(void);
/* Closes one end.  When both are closed, the pipe goes. */
void pipe_close(struct pipe *pipe, bool write_end);

/* Reads what there is, up to N bytes, waiting for the first: their number; 0 when nothing is left
 * and the other end is closed; -EFAULT, -EINTR. */
int pipe_read(struct pipe *pipe, uintptr_t dst, size_t n);
/* Writes all N bytes, waiting for room: N; -EPIPE when nobody can read them; -EFAULT, -EINTR.  Less
 * than N if such an error came after a part was written. */
int pipe_write(struct pipe *pipe, uintptr_t src, size_t n);

/* How many bytes wait in it. */
size_t pipe_count(const struct pipe *pipe);

#endif
