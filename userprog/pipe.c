/* SPDX-License-Identifier: MIT
 * Pipes: see pipe.h.
 *
 * The buffer is a page used as a ring.  The pipe's lock is held over copies from and to user
 * memory, also when they fault; who must wait for bytes or for room drops it with interrupts off,
 * so that no wake-up comes in between.
 */
#include "userprog/pipe.h"

#include <debug.h>
#include <errno.h>
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "threads/palloc.h"
#include "threads/synch.h"
#include "threads/waitq.h"
#include "userprog/uaccess.h"

struct pipe {
    struct lock lock;
    uint8_t *ring;            /* PIPE_SIZE bytes. */
    uint32_t written, taken;  /* Bytes ever. */
    bool can_write, can_read; /* The ends that are open. */
    struct waitq readers, writers;
};

struct pipe *pipe_create(void)
{
    static_assert(PIPE_SIZE == PGSIZE, "one page");
    struct pipe *pipe = calloc(1, sizeof *pipe);
    if (pipe == NULL)
        return NULL;
    pipe->ring = palloc_get_tagged(PAGE_HEAP, 0);
    if (pipe->ring == NULL) {
        free(pipe);
        return NULL;
    }
    lock_init(&pipe->lock);
    waitq_init(&pipe->readers);
    waitq_init(&pipe->writers);
    pipe->can_read = pipe->can_write = true;
    return pipe;
}

void pipe_close(struct pipe *pipe, bool write_end)
{
    lock_acquire(&pipe->lock);
    *(write_end ? &pipe->can_write : &pipe->can_read) = false;
    bool last = !pipe->can_read && !pipe->can_write;
    waitq_wake_all(write_end ? &pipe->readers : &pipe->writers);
    lock_release(&pipe->lock);
    if (last) {
        palloc_free_page(pipe->ring);
        free(pipe);
    }
}

size_t pipe_count(const struct pipe *pipe)
{
    return pipe->written - pipe->taken;
}

static size_t room(const struct pipe *pipe)
{
    return PIPE_SIZE - pipe_count(pipe);
}

/* Waits in Q, without the lock meanwhile. */
static int wait_in(struct pipe *pipe, struct waitq *q, const char *name)
{
    enum intr_level old = intr_disable();
    lock_release(&pipe->lock);
    int err = waitq_sleep(q, name, 0);
    intr_set_level(old);
    lock_acquire(&pipe->lock);
    return err;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Moves N bytes, in two pieces where the ring's end comes between. */
static int copy_out(struct pipe *pipe, uintptr_t dst, size_t n)
{
    size_t at = pipe->taken % PIPE_SIZE, first = least(n, PIPE_SIZE - at);
    int err = uaccess_write(dst, pipe->ring + at, first);
    if (err == 0 && n > first)
        err = uaccess_write(dst + first, pipe->ring, n - first);
    if (err == 0)
        pipe->taken += n;
    return err;
}

static int copy_in(struct pipe *pipe, uintptr_t src, size_t n)
{
    size_t at = pipe->written % PIPE_SIZE, first = least(n, PIPE_SIZE - at);
    int err = uaccess_read(pipe->ring + at, src, first);
    if (err == 0 && n > first)
        err = uaccess_read(pipe->ring, src + first, n - first);
    if (err == 0)
        pipe->written += n;
    return err;
}

int pipe_read(struct pipe *pipe, uintptr_t dst, size_t n)
{
    int err = 0;
    if (n == 0)
        return 0;
    lock_acquire(&pipe->lock);
    while (pipe_count(pipe) == 0 && pipe->can_write && err == 0)
        err = wait_in(pipe, &pipe->readers, "bytes in a pipe");
    n = least(n, pipe_count(pipe));
    if (err == 0 && n > 0) {
        err = copy_out(pipe, dst, n);
        waitq_wake_all(&pipe->writers);
    }
    lock_release(&pipe->lock);
    return err < 0 ? err : (int)n;
}

/* Waits until WANTED bytes have room. */
static int wait_for_room(struct pipe *pipe, size_t wanted)
{
    int err = 0;
    while (room(pipe) < wanted && pipe->can_read && err == 0)
        err = wait_in(pipe, &pipe->writers, "room in a pipe");
    return err == 0 && !pipe->can_read ? -EPIPE : err;
}

int pipe_write(struct pipe *pipe, uintptr_t src, size_t n)
{
    size_t wanted = n <= PIPE_SIZE ? n : 1, done = 0;
    int err = 0;
    lock_acquire(&pipe->lock);
    while (done < n && (err = wait_for_room(pipe, wanted)) == 0) {
        size_t piece = least(n - done, room(pipe));
        if ((err = copy_in(pipe, src + done, piece)) < 0)
            break;
        done += piece;
        waitq_wake_all(&pipe->readers);
    }
    lock_release(&pipe->lock);
    return err < 0 && (done == 0 || err == -EPIPE || err == -EFAULT) ? err : (int)done;
}
