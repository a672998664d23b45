/* SPDX-License-Identifier: MIT
 * What the handlers of system calls share: fetching names, descriptors.
 */
#ifndef USERPROG_UARGS_H
#define USERPROG_UARGS_H

#include <stdint.h>
#include "userprog/fdtable.h"
#include "userprog/ofile.h"
#include "userprog/process.h"

#define FILE_NAME_MAX 256 /* With the NUL: longer names name nothing. */

/* The description of descriptor FD of the running process, to be given back by ofile_unref(); or
 * NULL. */
static inline struct ofile *fd_get(int fd)
{
    return fdtable_get(&process_current()->files, fd);
}

/* Opens NAME as O_ FLAGS say.  0 and a description, or an error. */
int open_by_name(const char *name, int flags, struct ofile **of);

/* Makes OF a descriptor: its number, or an error, with OF closed. */
int fd_add(struct ofile *of);

#endif
