/* SPDX-License-Identifier: MIT
 * A process's file mappings: see mapping.h.
 */
#include "userprog/mapping.h"

#include <errno.h>
#include "filesys/file.h"
#include "filesys/inode.h"
#include "threads/malloc.h"
#include "userprog/uaccess.h"
#include "vm/vm.h"

struct mapping {
    struct list_elem elem;
    int id;
    uintptr_t start;
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

void mappings_forget(struct mappings *m, uintptr_t start, uintptr_t end)
{
    for (struct list_elem *e = list_begin(&m->list), *next; e != list_end(&m->list); e = next) {
        struct mapping *mapping = list_entry(e, struct mapping, elem);
        next = list_next(e);
        if (mapping->start >= start && mapping->start < end) {
            list_remove(e);
            free(mapping);
        }
    }
}

static int map_file(struct aspace *as, struct file *file, uintptr_t addr, bool writable)
{
    off_t length = file_length(file);
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
    struct mapping *mapping = malloc(sizeof *mapping);
    if (mapping == NULL)
        return -ENOMEM;
    int err = map_file(as, file, addr, writable);
    if (err < 0) {
        free(mapping);
        return err;
    }
    mapping->start = addr;
    mapping->id = m->next_id++;
    list_push_back(&m->list, &mapping->elem);
    return mapping->id;
}

int mapping_remove(struct mappings *m, struct aspace *as, int id)
{
    for (struct list_elem *e = list_begin(&m->list); e != list_end(&m->list); e = list_next(e)) {
        struct mapping *mapping = list_entry(e, struct mapping, elem);
        if (mapping->id == id) {
            aspace_unmap(as, mapping->start);
            list_remove(e);
            free(mapping);
            return 0;
        }
    }
    return -EINVAL;
}
