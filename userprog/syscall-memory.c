/* SPDX-License-Identifier: MIT
 * System calls on memory: mappings, protection, the heap.
 *
 * Only one thread of a process at a time is in here, by the process's lock.
 */
#include <errno.h>
#include <stddef.h>
#include <syscall-abi.h>
#include "filesys/file.h"
#include "filesys/inode.h"
#include "threads/vaddr.h"
#include "userprog/syscall.h"
#include "userprog/uaccess.h"
#include "userprog/uargs.h"
#include "vm/vm.h"

/* ---- Pintos's ------------------------------------------------------------------------------- */

int sys_mmap(const uint32_t *args)
{
    struct process *p = process_current();
    struct held h = fd_hold(args[0]);
    int id = -1;
    if (h.of == NULL)
        return -1;
    if (h.of->kind == OFILE_FILE && h.of->can_read) {
        lock_acquire(&p->lock);
        id = mapping_add(&p->mappings, p->aspace, h.of->file, args[1], h.of->can_write);
        lock_release(&p->lock);
    }
    fd_drop(h);
    return id >= 0 ? id : -1;
}

int sys_munmap(const uint32_t *args)
{
    struct process *p = process_current();
    lock_acquire(&p->lock);
    mapping_remove(&p->mappings, p->aspace, args[0]);
    lock_release(&p->lock);
    return 0;
}

/* ---- mmap2 ---------------------------------------------------------------------------------- */

#define PROT_ALL (PROT_READ | PROT_WRITE | PROT_EXEC)
#define MAP_ALL (MAP_SHARED | MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS)

struct mmap_args {
    uintptr_t start;
    size_t length;
    unsigned prot, flags;
    int fd;
    uint32_t page;
};

static bool is_range(uintptr_t start, size_t length)
{
    return length > 0 && start % PGSIZE == 0 && start >= PGSIZE && uaccess_in_range(start, length);
}

static int check_mmap(const struct mmap_args *a)
{
    unsigned kind = a->flags & (MAP_SHARED | MAP_PRIVATE);
    if (a->prot & ~PROT_ALL || a->flags & ~MAP_ALL || a->length == 0 ||
        (kind != MAP_SHARED && kind != MAP_PRIVATE))
        return -EINVAL;
    if (a->flags & MAP_FIXED ? !is_range(a->start, a->length) : a->length > LOADER_PHYS_BASE)
        return a->flags & MAP_FIXED ? -EINVAL : -ENOMEM;
    return 0;
}

/* Fills in what SPEC has of the file. */
static int describe_file(const struct mmap_args *a, const struct ofile *of,
                         struct region_spec *spec)
{
    if (of->kind != OFILE_FILE)
        return -ENODEV;
    struct inode *inode = file_get_inode(of->file);
    bool may_write = of->can_write && !inode_write_denied(inode);
    if (!of->can_read || (spec->kind == REGION_SHARED && spec->writable && !may_write))
        return -EACCES;
    uint32_t size = inode_length(inode);
    if (a->page >= size / PGSIZE + (size % PGSIZE != 0))
        return -EINVAL;
    uint32_t rest = size - a->page * PGSIZE;
    spec->vobj = inode_vobj(inode);
    spec->first_page = a->page;
    spec->file_bytes = rest < spec->length ? rest : spec->length;
    spec->never_writable = spec->kind == REGION_SHARED && !may_write;
    return 0;
}

/* Maps SPEC where A says or, if that is not fixed, where there is room. */
static int map_somewhere(struct process *p, const struct mmap_args *a, struct region_spec *spec)
{
    if (a->flags & MAP_FIXED) {
        mappings_forget(&p->mappings, spec->start, spec->start + spec->length);
        int err = aspace_unmap_range(p->aspace, spec->start, spec->length);
        return err < 0 ? err : aspace_map(p->aspace, spec);
    }
    int err = -EEXIST;
    for (int tries = 0; err == -EEXIST && tries < 10; tries++) { /* A stack may have grown there. */
        spec->start = aspace_find_gap(p->aspace, a->start & ~(uintptr_t)PGMASK, spec->length);
        err = spec->start != 0 ? aspace_map(p->aspace, spec) : -ENOMEM;
    }
    return err;
}

/* OF is NULL for MAP_ANONYMOUS. */
static int map(const struct mmap_args *a, const struct ofile *of)
{
    struct process *p = process_current();
    struct region_spec spec = {
        .start = a->start,
        .length = (a->length + PGMASK) & ~(size_t)PGMASK,
        .kind = a->flags & MAP_SHARED ? REGION_SHARED : REGION_PRIVATE,
        .writable = a->prot & PROT_WRITE,
        .no_access = a->prot == PROT_NONE,
    };
    int err = of != NULL ? describe_file(a, of, &spec) : 0;
    if (err < 0)
        return err;
    lock_acquire(&p->lock);
    err = map_somewhere(p, a, &spec);
    lock_release(&p->lock);
    return err < 0 ? err : (int)spec.start;
}

int sys_mmap2(const uint32_t *args)
{
    struct mmap_args a = {args[0], args[1], args[2], args[3], args[4], args[5]};
    int err = check_mmap(&a);
    if (err < 0)
        return err;
    if (a.flags & MAP_ANONYMOUS)
        return map(&a, NULL);
    struct held h = fd_hold(a.fd);
    if (h.of == NULL)
        return -EBADF;
    int result = map(&a, h.of);
    fd_drop(h);
    return result;
}

int sys_munmap2(const uint32_t *args)
{
    struct process *p = process_current();
    if (!is_range(args[0], args[1]))
        return -EINVAL;
    size_t length = (args[1] + PGMASK) & ~(size_t)PGMASK;
    lock_acquire(&p->lock);
    mappings_forget(&p->mappings, args[0], args[0] + length);
    int err = aspace_unmap_range(p->aspace, args[0], length);
    lock_release(&p->lock);
    return err;
}

int sys_mprotect(const uint32_t *args)
{
    struct process *p = process_current();
    unsigned prot = args[2];
    if (!is_range(args[0], args[1]) || prot & ~PROT_ALL)
        return -EINVAL;
    unsigned rights =
        (prot != PROT_NONE ? REGION_PROT_READ : 0) | (prot & PROT_WRITE ? REGION_PROT_WRITE : 0);
    lock_acquire(&p->lock);
    int err = aspace_protect(p->aspace, args[0], (args[1] + PGMASK) & ~(size_t)PGMASK, rights);
    lock_release(&p->lock);
    return err;
}

/* ---- The heap ------------------------------------------------------------------------------- */

/* Makes the heap SIZE bytes, in whole pages. */
static int resize_heap(struct process *p, size_t size)
{
    size_t had = (p->heap_size + PGMASK) & ~(size_t)PGMASK;
    size_t wanted = (size + PGMASK) & ~(size_t)PGMASK;
    if (wanted == had)
        return 0;
    if (wanted == 0)
        return aspace_unmap(p->aspace, p->heap_start);
    if (had > 0)
        return aspace_resize(p->aspace, p->heap_start, wanted);
    return aspace_map(p->aspace, &(struct region_spec){
                                     .start = p->heap_start,
                                     .length = wanted,
                                     .kind = REGION_PRIVATE,
                                     .writable = true,
                                 });
}

static int move_heap_end(struct process *p, int32_t change)
{
    size_t was = p->heap_size, size = was + (uint32_t)change;
    bool possible = change < 0 ? 0u - (uint32_t)change <= was
                               : size >= was && uaccess_in_range(p->heap_start, size);
    if (!possible)
        return change < 0 ? -EINVAL : -ENOMEM;
    if (resize_heap(p, size) < 0)
        return -ENOMEM;
    p->heap_size = size;
    return p->heap_start + was;
}

int sys_sbrk(const uint32_t *args)
{
    struct process *p = process_current();
    lock_acquire(&p->lock);
    int result = move_heap_end(p, args[0]);
    lock_release(&p->lock);
    return result;
}
