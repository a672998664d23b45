/* SPDX-License-Identifier: MIT
 * Limits of a group of processes, and what the kernel tells about processes and itself.
 */
#ifndef LIB_USER_RESOURCE_H
#define LIB_USER_RESOURCE_H

#include <stdint.h>
#include <syscall-abi.h>

/* Puts this process, and the children it will have, into a new group with LIMITS, below the one
 * that it is in. -EINVAL: fewer pages than a program needs; -EAGAIN: there are 16 groups above it
 * already. */
int limit_set(const struct limits *limits);
/* The limits of this process's group, and how much of each is used.  Either may be NULL. */
int limit_get(struct limits *limits, struct limits *used);

int proc_info(int index, struct proc_info *info);
int kstat_read(int index, struct kstat_info *info);

/* The value of the counter NAME, "group.name"; -ENOENT if there is none. */
int kstat_value(const char *name, uint64_t *value);

#endif
