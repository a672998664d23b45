/* SPDX-License-Identifier: MIT
 * A process's file mappings: see mapping.h.
 */
#include "userprog/mapping.h"

#include <errno.h>
#include "filesys/file.h"
#include "filesys/inode.h"
#include "threads/malloc.h"
#include "threads/vaddr.h"
#include "userprog/uaccess.h"
#include "vm/vm.h"

/* One stretch of a mapping: all of it, unless something else was mapped in its midst since. */
struct mapping {
    struct list_elem elem;
    int id;
    uintptr_t start, end; /* Page-aligned. */
};

void mappings_init(struct mappings *m)
{
    list_init(&m->list);
    m->next_id = 0;
}

void mappings_destroy(struct mappings *m)
{
    while (!list_empty(&m->list))
        free(list_entry(list_pop_front(&m->list), struct mapping, elem));
}

int mappings_copy(struct mappings *m, const struct mappings *from)
{
    mappings_init(m);
    m->next_id = from->next_id;
    LIST_FOREACH (e, (struct list *)&from->list) {
        struct mapping *mapping = malloc(sizeof *mapping);
        if (mapping == NULL)
            return -ENOMEM;
        *mapping = *list_entry(e, struct mapping, elem);
        list_push_back(&m->list, &mapping->elem);
    }
    return 0;
}

/* Adds a record; false without memory. */
static bool add(struct mappings *m, int id, uintptr_t start, uintptr_t end)
{
    struct mapping *mapping = malloc(sizeof *mapping);
    if (mapping == NULL)
        return false;
    *mapping = (struct mapping){.id = id, .start = start, .end = end};
    list_push_front(&m->list, &mapping->elem);
    return true;
}

static void forget(struct mapping *mapping)
{
    list_remove(&mapping->elem);
    free(mapping);
}

/* What lies behind the range becomes a record of its own (without memory for it, that stays mapped
 * and is forgotten). */
void mappings_forget(struct mappings *m, uintptr_t start, uintptr_t end)
{
    for (struct list_elem *e = list_begin(&m->list), *next; e != list_end(&m->list); e = next) {
        struct mapping *mapping = list_entry(e, struct mapping, elem);
        next = list_next(e);
        if (mapping->start >= end || mapping->end <= start)
            continue;
        if (mapping->end > end)
            add(m, mapping->id, end, mapping->end);
        if (mapping->start < start)
            mapping->end = start;
        else
            forget(mapping);
    }
}

static int map_file(struct aspace *as, struct file *file, uintptr_t addr, off_t length,
                    bool writable)
{
    if (addr == 0 || addr % PGSIZE != 0 || length <= 0 || !uaccess_in_range(addr, length))
        return -EINVAL;
    struct inode *inode = file_get_inode(file);
    return aspace_map(as, &(struct region_spec){
                              .start = addr,
                              .length = length,
                              .kind = REGION_SHARED,
                              .writable = writable && !inode_write_denied(inode),
                              .never_writable = !writable || inode_write_denied(inode),
                              .vobj = inode_vobj(inode),
                              .file_bytes = length,
                          });
}

int mapping_add(struct mappings *m, struct aspace *as, struct file *file, uintptr_t addr,
                bool writable)
{
    off_t length = file_length(file);
    int err = map_file(as, file, addr, length, writable);
    if (err < 0)
        return err;
    if (!add(m, m->next_id, addr, (uintptr_t)pg_round_up((void *)(addr + length)))) {
        aspace_unmap(as, addr);
        return -ENOMEM;
    }
    return m->next_id++;
}

/* Unmaps the regions of the record's range, of which mprotect() may have made several. */
static void unmap(struct aspace *as, const struct mapping *mapping)
{
    for (uintptr_t at = mapping->start; at < mapping->end; at += PGSIZE)
        aspace_unmap(as, at);
}

int mapping_remove(struct mappings *m, struct aspace *as, int id)
{
    int err = -EINVAL;
    for (struct list_elem *e = list_begin(&m->list), *next; e != list_end(&m->list); e = next) {
        struct mapping *mapping = list_entry(e, struct mapping, elem);
        next = list_next(e);
        if (mapping->id != id)
            continue;
        unmap(as, mapping);
        forget(mapping);
        err = 0;
    }
    return err;
}
