/* SPDX-License-Identifier: MIT
 * A process's file descriptors: see fdtable.h.
 */
#include "userprog/fdtable.h"

#include <errno.h>
#include <string.h>
#include "filesys/file.h"
#include "threads/malloc.h"

#define FIRST_SIZE 8

void fdtable_init(struct fdtable *table)
{
    table->files = NULL;
    table->size = 0;
}

void fdtable_destroy(struct fdtable *table)
{
    for (unsigned i = 0; i < table->size; i++)
        if (table->files[i] != NULL)
            file_close(table->files[i]);
    free(table->files);
    fdtable_init(table);
}

static int grow(struct fdtable *table)
{
    unsigned size = table->size == 0 ? FIRST_SIZE : 2 * table->size;
    if (size > FD_MAX)
        return -EMFILE;
    struct file **files = realloc(table->files, size * sizeof *files);
    if (files == NULL)
        return -ENOMEM;
    memset(files + table->size, 0, (size - table->size) * sizeof *files);
    table->files = files;
    table->size = size;
    return 0;
}

int fdtable_add(struct fdtable *table, struct file *file)
{
    unsigned i = 0;
    while (i < table->size && table->files[i] != NULL)
        i++;
    if (i == table->size) {
        int err = grow(table);
        if (err < 0)
            return err;
    }
    table->files[i] = file;
    return i + FD_FIRST;
}

struct file *fdtable_remove(struct fdtable *table, int fd)
{
    struct file *file = fdtable_get(table, fd);
    if (file != NULL)
        table->files[fd - FD_FIRST] = NULL;
    return file;
}
