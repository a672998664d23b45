/* SPDX-License-Identifier: MIT
 * A process's file mappings: what `mmap` made and `munmap` names by a number.
 *
 * The pages are the address space's business, and the file lives as long as the region does, also
 * when it is closed or removed.  Guarded by the process's lock.
 */
#ifndef USERPROG_MAPPING_H
#define USERPROG_MAPPING_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>

struct aspace;
struct file;

struct mappings {
    struct list list; /* Of struct mapping. */
    int next_id;
};

void mappings_init(struct mappings *);
/* Forgets the records.  The regions go with the address space. */
void mappings_destroy(struct mappings *);

/* Makes M, which is new, a copy of FROM, for a process with a copy of the address space.  0 or
 * -ENOMEM. */
int mappings_copy(struct mappings *m, const struct mappings *from);
/* Forgets what is in [START, END), which will be unmapped or mapped to something else. */
void mappings_forget(struct mappings *m, uintptr_t start, uintptr_t end);

/* Maps all of FILE at ADDR, shared, and writable if WRITABLE and no running program's file.
 * Returns the mapping's number, at least 0; -EINVAL for a bad address or an empty file; -EEXIST if
 * something is in the way; -ENOMEM. */
int mapping_add(struct mappings *, struct aspace *as, struct file *file, uintptr_t addr,
                bool writable);
/* Unmaps what is left of number ID.  0, or -EINVAL if there is none. */
int mapping_remove(struct mappings *, struct aspace *as, int id);

#endif
