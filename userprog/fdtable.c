/* SPDX-License-Identifier: MIT
 * A process's file descriptors: see fdtable.h.
 */
#include "userprog/fdtable.h"

#include <errno.h>
#include <string.h>
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "userprog/ofile.h"

void fdtable_init(struct fdtable *table)
{
    lock_init(&table->lock);
    memset(table->few, 0, sizeof table->few);
    table->files = table->few;
    table->size = FD_FEW;
    table->few[0] = &ofile_keyboard;
    table->few[1] = &ofile_console;
}

static void free_array(struct fdtable *table, struct ofile **files)
{
    if (files != table->few)
        free(files);
}

void fdtable_destroy(struct fdtable *table)
{
    for (unsigned i = 0; i < table->size; i++)
        if (table->files[i] != NULL)
            ofile_unref(table->files[i]);
    free_array(table, table->files);
}

/* Makes room for descriptor FD, below FD_MAX. */
static int grow(struct fdtable *table, unsigned fd)
{
    unsigned size = table->size;
    while (size <= fd)
        size *= 2;
    struct ofile **files = calloc(size, sizeof *files), **old = table->files;
    if (files == NULL)
        return -ENOMEM;
    memcpy(files, old, table->size * sizeof *files);
    enum intr_level level = intr_disable();
    table->files = files;
    table->size = size;
    intr_set_level(level);
    free_array(table, old);
    return 0;
}

int fdtable_copy(struct fdtable *table, struct fdtable *from)
{
    int err = 0;
    fdtable_init(table);
    lock_acquire(&from->lock);
    if (from->size > table->size)
        err = grow(table, from->size - 1);
    for (unsigned i = 0; i < from->size && err == 0; i++)
        table->files[i] = from->files[i] != NULL ? ofile_ref(from->files[i]) : NULL;
    lock_release(&from->lock);
    return err;
}

int fdtable_add(struct fdtable *table, struct ofile *of)
{
    lock_acquire(&table->lock);
    int err = 0, fd = FD_FIRST;
    while (fd < (int)table->size && table->files[fd] != NULL)
        fd++;
    if (fd == (int)table->size)
        err = fd < FD_MAX ? grow(table, fd) : -EMFILE;
    if (err == 0)
        table->files[fd] = of;
    lock_release(&table->lock);
    return err < 0 ? err : fd;
}

int fdtable_set(struct fdtable *table, int fd, struct ofile *of)
{
    if (fd < 0 || fd >= FD_MAX)
        return -EBADF;
    struct ofile *old = NULL;
    lock_acquire(&table->lock);
    int err = fd >= (int)table->size ? grow(table, fd) : 0;
    if (err == 0) {
        old = table->files[fd];
        table->files[fd] = of;
    }
    lock_release(&table->lock);
    if (old != NULL)
        ofile_unref(old);
    return err < 0 ? err : fd;
}

struct ofile *fdtable_get(struct fdtable *table, int fd)
{
    enum intr_level old = intr_disable();
    struct ofile *of = (unsigned)fd < table->size ? table->files[fd] : NULL;
    if (of != NULL)
        of->refs++;
    intr_set_level(old);
    return of;
}

struct ofile *fdtable_remove(struct fdtable *table, int fd)
{
    struct ofile *of = NULL;
    lock_acquire(&table->lock);
    if ((unsigned)fd < table->size) {
        of = table->files[fd];
        table->files[fd] = NULL;
    }
    lock_release(&table->lock);
    return of;
}
