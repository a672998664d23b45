/* SPDX-License-Identifier: MIT
 * A process's file descriptors.  0 and 1 are the keyboard and the console and are not in the table.
 *
 * Touched by the process's own thread only.
 */
#ifndef USERPROG_FDTABLE_H
#define USERPROG_FDTABLE_H

#include <stddef.h>

struct file;

#define FD_FIRST 2
#define FD_MAX 1024 /* Open at once, at most. */

struct fdtable {
    struct file **files; /* By descriptor - FD_FIRST; NULL where closed. */
    unsigned size;       /* Length of that array. */
};

void fdtable_init(struct fdtable *);
/* Closes every file. */
void fdtable_destroy(struct fdtable *);

/* Gives FILE the lowest free descriptor; from then on the table owns it.  -EMFILE, -ENOMEM. */
int fdtable_add(struct fdtable *, struct file *file);
/* The file of FD, or NULL if FD is not open (or is 0, or 1). */
static inline struct file *fdtable_get(const struct fdtable *table, int fd)
{
    unsigned i = (unsigned)fd - FD_FIRST;
    return i < table->size ? table->files[i] : NULL;
}

/* Takes the file out of the table and returns it, or NULL. */
struct file *fdtable_remove(struct fdtable *, int fd);

#endif
