/* SPDX-License-Identifier: MIT
 * Open-file descriptions: what descriptors stand for.
 *
 * Each is shared, with its position, by all descriptors that dup2() and fork() made of the one that
 * open() or pipe() returned, in any process, and ends with the last of them.  A call that works on
 * one holds a reference meanwhile, as another thread may close the descriptor.
 */
#ifndef USERPROG_OFILE_H
#define USERPROG_OFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "threads/synch.h"

struct file;
struct dir;
struct pipe;
struct inode;
struct stat;
struct vcpu;
struct vm;

enum ofile_kind {
    OFILE_FILE,
    OFILE_DIR,
    OFILE_PIPE,
    OFILE_KEYBOARD,
    OFILE_CONSOLE,
    OFILE_VM,
    OFILE_VCPU,
};

struct rgroup;

struct ofile {
    unsigned refs; /* Interrupts off; unused in the two below. */

    /* Constant. */
    uint8_t kind;
    bool can_read, can_write;
    bool append; /* Every write goes to the end. */
    union {
        struct file *file;
        struct dir *dir;
        struct pipe *pipe; /* Its end to read or, if can_write, to write. */
        struct vm *vm;
        struct vcpu *vcpu;
    };

    struct rgroup *group; /* Where it counts as an open file. */

    struct lock lock; /* The position of a file or directory. */
};

/* Descriptors 0 and 1 of a process that the kernel started. */
extern struct ofile ofile_keyboard, ofile_console;
static inline bool ofile_is_terminal(const struct ofile *of)
{
    return of->kind == OFILE_KEYBOARD || of->kind == OFILE_CONSOLE;
}

/* For syscall_init(). */
void ofile_init(void);

/* A new description, with one reference, of OBJECT, which belongs to it from then on.  0, -ENOMEM,
 * -EMFILE (its group has as many as it may). */
int ofile_create(enum ofile_kind kind, void *object, bool can_read, bool can_write,
                 struct ofile **of);

/* One reference more, one less; the last closes it, which may sleep. */
struct ofile *ofile_ref(struct ofile *of);
void ofile_unref(struct ofile *of);

/* Read and write at the position, from and to a range-checked user address.  The number of bytes,
 * or -EBADF (not open for that), -EISDIR, -EFAULT, -EINTR, -EPIPE, or a file's error. */
int ofile_read(struct ofile *of, uintptr_t dst, size_t n);
int ofile_write(struct ofile *of, uintptr_t src, size_t n);

/* The inode of a file or directory, else NULL. */
struct inode *ofile_inode(const struct ofile *of);

/* What fstat() tells. */
void ofile_stat(const struct ofile *of, struct stat *st);

#endif
