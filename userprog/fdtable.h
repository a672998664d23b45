/* SPDX-License-Identifier: MIT
 * A process's file descriptors, which its threads share.
 *
 * A new program has 0, the keyboard, and 1, the console; open() and pipe() give numbers from 2 on;
 * dup2() can give any.
 */
#ifndef USERPROG_FDTABLE_H
#define USERPROG_FDTABLE_H

#include <stddef.h>
#include "threads/synch.h"

struct ofile;

#define FD_FIRST 2  /* The lowest that fdtable_add() gives. */
#define FD_MAX 1024 /* Every descriptor is below. */
#define FD_FEW 8    /* So many without memory from the heap. */

struct fdtable {
    struct lock lock; /* Held by whoever changes the table… */
    /* …which happens with interrupts off, so that reading it takes no lock. */
    struct ofile **files; /* By descriptor; NULL where closed. */
    unsigned size;        /* Length of that array. */
    struct ofile *few[FD_FEW];
};

/* A new program's table. */
void fdtable_init(struct fdtable *);
/* Makes TABLE, which is new, a copy of FROM.  0 or -ENOMEM. */
int fdtable_copy(struct fdtable *table, struct fdtable *from);
/* Closes every file. */
void fdtable_destroy(struct fdtable *);

/* Gives OF the lowest free descriptor from 2 on, with the caller's reference.  -EMFILE, -ENOMEM. */
int fdtable_add(struct fdtable *, struct ofile *of);
/* Gives it descriptor FD, closing what that was.  FD, -EBADF if there can be no such descriptor,
 * -ENOMEM. */
int fdtable_set(struct fdtable *, int fd, struct ofile *of);
/* The description of FD, with a reference that the caller gives back; NULL if FD is not open. */
struct ofile *fdtable_get(struct fdtable *, int fd);
/* Takes it out of the table, with the reference that the table had; or NULL. */
struct ofile *fdtable_remove(struct fdtable *, int fd);

#endif
