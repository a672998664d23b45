/* SPDX-License-Identifier: MIT
 * Address spaces as the rest of the kernel sees them.
 *
 * A process owns one `struct aspace`: sorted regions, a page directory and the supplementary page
 * table.  Regions are only promises; pages come by vm_fault().  See vm/page.h for what is behind.
 */
#ifndef VM_VM_H
#define VM_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aspace;
struct page_group;
struct vobj;

/* Starts the subsystem: frame table, policy by -evict, limits by -ul and -cache, reclaim hook.
 * Needs palloc, malloc and threads.  Refuses the boot on a bad option value. */
void vm_init(void);
/* Attaches the swap device (role SWAP), or says that there is none.  Needs the disks. */
void vm_init_swap(void);

enum region_kind {
    REGION_PRIVATE, /* Writes stay with this address space. */
    REGION_SHARED,  /* Writes reach the vobj. */
    REGION_STACK,   /* Private, grows downwards to STACK_MAX below its end. */
};
#define STACK_MAX (8u << 20)

/* What to map.  START is page-aligned, LENGTH is rounded up to pages. */
struct region_spec {
    uintptr_t start;
    size_t length;
    enum region_kind kind;
    bool writable;
    bool no_access;      /* Reserved addresses: PROT_NONE. */
    bool never_writable; /* aspace_protect() may not make it writable. */
    struct vobj *vobj;   /* NULL: anonymous zeros. */
    uint32_t first_page; /* Page of VOBJ at START. */
    size_t
        file_bytes; /* Bytes from VOBJ, counted from START; what follows, up to LENGTH, is zero. */
};

/* An empty address space, whose pages will be charged to GROUP (vm/group.h; NULL: to none), or NULL
 * when memory ends. */
struct aspace *aspace_create(struct page_group *group);
/* Unmaps everything and frees AS, which no thread runs in any more.  Sleeps. */
void aspace_destroy(struct aspace *as);
/* The page directory to put into a thread's `pagedir`. */
uint32_t *aspace_pagedir(struct aspace *as);

/* Adds a region (takes a reference on the vobj).  0; -EINVAL for a range that is empty, misaligned,
 * wraps or leaves user space; -EEXIST if it overlaps another; -ENOMEM if it could not be backed by
 * memory and swap, or no memory for the bookkeeping.  Sleeps. */
int aspace_map(struct aspace *as, const struct region_spec *spec);
/* Removes the region that starts at START.  Shared pages that were written stay dirty in the vobj's
 * cache.  0 or -EINVAL.  Sleeps. */
int aspace_unmap(struct aspace *as, uintptr_t start);
/* A copy of PARENT, the running thread's address space or one whose threads all sleep: shared
 * regions stay shared, private pages are shared until one side writes.  0 and *CHILD, or -ENOMEM.
 * Sleeps. */
int aspace_fork(struct aspace *parent, struct aspace **child);
/* Removes whatever is mapped in [START, START + LENGTH), splitting regions that reach over its
 * ends.  0, -EINVAL for a bad range, -ENOMEM.  Sleeps. */
int aspace_unmap_range(struct aspace *as, uintptr_t start, size_t length);
/* Changes the rights of every page in the range, all of which must be mapped.  0; -EINVAL; -ENOMEM
 * if part of it is not mapped, or what becomes writable cannot be promised; -EACCES to make a
 * region writable that is never_writable.  Sleeps. */
#define REGION_PROT_READ 1u
#define REGION_PROT_WRITE 2u /* Implies READ, as the CPU does. */
int aspace_protect(struct aspace *as, uintptr_t start, size_t length, unsigned prot);
/* The start of a gap of LENGTH bytes, at HINT or after it if HINT is not 0, else from MAP_BASE up;
 * 0: none. */
uintptr_t aspace_find_gap(struct aspace *as, uintptr_t hint, size_t length);
#define MAP_BASE 0x40000000u
/* Moves the end of the private region that starts at START (a heap), up or down.  0, -EINVAL,
 * -EEXIST if something is in the way, -ENOMEM.  Sleeps. */
int aspace_resize(struct aspace *as, uintptr_t start, size_t length);
/* Copies N bytes from kernel memory to user address DST of AS, which need not be the running
 * address space, whatever the region's protection: for loaders, before the program runs.  Private
 * regions only.  0, -EFAULT, -ENOMEM, -EIO.  Sleeps. */
int aspace_write(struct aspace *as, uintptr_t dst, const void *src, size_t n);

/* Resolves a fault at ADDR in AS.  WRITE: the access was a write; USER_ESP: the saved user stack
 * pointer, for stack growth.  0: try again; -EFAULT: no such address or right; -ENOMEM: memory
 * and swap ended, or the process was chosen to end for it (a line said why); -EIO: the disk.
 * Sleeps; call it with interrupts on and no lock held. */
int vm_fault(struct aspace *as, uintptr_t addr, bool write, uintptr_t user_esp);

/* What ADDR stands for: the same for all address spaces that share its memory, and for nothing
 * else.  0, or -EFAULT if nothing is mapped there.  Sleeps. */
struct aspace_key {
    const void *object;
    uint64_t offset;
};
int aspace_key(struct aspace *as, uintptr_t addr, struct aspace_key *key);
/* How many of its pages are in memory.  Sleeps. */
size_t aspace_resident(struct aspace *as);

/* The eviction policy that VALUE of the kernel's OPTION names; NULL: none, and it said which there
 * are. */
struct evict_policy;
const struct evict_policy *vm_policy_option(const char *option, const char *value);

/* Was this address space chosen to give its memory back? */
bool aspace_doomed(const struct aspace *as);
/* What vm/ calls when it has chosen AS: its process, if it has one by now, is to end, wherever its
 * threads are.  vm_lock held; does not sleep.  userprog/ sets it. */
extern void (*aspace_end_process)(struct aspace *as);
/* Names AS in messages; kept by reference. */
void aspace_set_name(struct aspace *as, const char *name);

#endif
