/* SPDX-License-Identifier: MIT
 * What the handlers of system calls share: fetching names, descriptors.
 */
#ifndef USERPROG_UARGS_H
#define USERPROG_UARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "userprog/fdtable.h"
#include "userprog/ofile.h"
#include "userprog/process.h"

#define FILE_NAME_MAX 256 /* With the NUL: longer names name nothing. */

/* A description that a call works on.  While the process has one thread, nobody can close the
 * descriptor meanwhile, and no reference need be counted. */
struct held {
    struct ofile *of; /* NULL: the descriptor is not open. */
    bool counted;
};

/* Holds the description of descriptor FD of the running process until fd_drop(). */
static inline struct held fd_hold(int fd)
{
    struct process *p = process_current();
    if (__builtin_expect(p->running == 1, 1))
        return (struct held){(unsigned)fd < p->files.size ? p->files.files[fd] : NULL, false};
    return (struct held){fdtable_get(&p->files, fd), true};
}

static inline void fd_drop(struct held h)
{
    if (h.counted)
        ofile_unref(h.of);
}

/* Opens NAME as O_ FLAGS say.  0 and a description, or an error. */
int open_by_name(const char *name, int flags, struct ofile **of);

/* Makes OF a descriptor: its number, or an error, with OF closed. */
int fd_add(struct ofile *of);

#endif
