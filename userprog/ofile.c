/* SPDX-License-Identifier: MIT
 * Open-file descriptions: see ofile.h.
 *
 * File data moves straight between the page cache and user memory (filesys/ passes the addresses on
 * to vobj_read() and vobj_write()).  A description's lock is held over that, so that two who share
 * one position do not read or write the same bytes; a page fault meanwhile needs no such lock.
 */
#include "userprog/ofile.h"

#include <errno.h>
#include <string.h>
#include <syscall-abi.h>
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/inode.h"
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "userprog/pipe.h"
#include "userprog/rgroup.h"
#include "userprog/terminal.h"
#include "virt/vm.h"

struct ofile ofile_keyboard = {.kind = OFILE_KEYBOARD, .can_read = true};
struct ofile ofile_console = {.kind = OFILE_CONSOLE, .can_write = true};

/* ---- Life ----------------------------------------------------------------------------------- */

void ofile_init(void)
{
    lock_init(&ofile_keyboard.lock);
    lock_init(&ofile_console.lock);
    terminal_init();
}

int ofile_create(enum ofile_kind kind, void *object, bool can_read, bool can_write,
                 struct ofile **result)
{
    struct rgroup *group = rgroup_current();
    int err = rgroup_add_file(group);
    if (err < 0)
        return err;
    struct ofile *of = malloc(sizeof *of);
    if (of == NULL) {
        rgroup_remove_file(group);
        return -ENOMEM;
    }
    *result = of;
    *of = (struct ofile){.refs = 1, .kind = kind, .can_read = can_read, .can_write = can_write};
    of->file = object;
    of->group = rgroup_ref(group);
    lock_init(&of->lock);
    return 0;
}

struct ofile *ofile_ref(struct ofile *of)
{
    enum intr_level old = intr_disable();
    of->refs++;
    intr_set_level(old);
    return of;
}

static void close_object(struct ofile *of)
{
    if (of->kind == OFILE_FILE)
        file_close(of->file);
    else if (of->kind == OFILE_DIR)
        dir_close(of->dir);
    else if (of->kind == OFILE_VM)
        vm_unref(of->vm);
    else if (of->kind == OFILE_VCPU)
        vcpu_unref(of->vcpu);
    else
        pipe_close(of->pipe, of->can_write);
}

void ofile_unref(struct ofile *of)
{
    enum intr_level old = intr_disable();
    unsigned left = --of->refs;
    intr_set_level(old);
    if (left == 0 && !ofile_is_terminal(of)) {
        close_object(of);
        rgroup_remove_file(of->group);
        rgroup_unref(of->group);
        free(of);
    }
}

/* ---- Reading and writing -------------------------------------------------------------------- */

static int read_file(struct ofile *of, uintptr_t dst, size_t n)
{
    lock_acquire(&of->lock);
    int result = file_read(of->file, (void *)dst, n);
    lock_release(&of->lock);
    return result;
}

int ofile_read(struct ofile *of, uintptr_t dst, size_t n)
{
    if (!of->can_read)
        return -EBADF;
    switch (of->kind) {
    case OFILE_FILE:
        return read_file(of, dst, n);
    case OFILE_PIPE:
        return pipe_read(of->pipe, dst, n);
    case OFILE_KEYBOARD:
        return terminal_read(dst, n);
    default:
        return -EISDIR;
    }
}

static int write_file(struct ofile *of, uintptr_t src, size_t n)
{
    lock_acquire(&of->lock);
    if (of->append)
        file_seek(of->file, file_length(of->file));
    int result = file_write(of->file, (const void *)src, n);
    lock_release(&of->lock);
    return result;
}

int ofile_write(struct ofile *of, uintptr_t src, size_t n)
{
    if (!of->can_write)
        return -EBADF;
    switch (of->kind) {
    case OFILE_FILE:
        return write_file(of, src, n);
    case OFILE_PIPE:
        return pipe_write(of->pipe, src, n);
    case OFILE_CONSOLE:
        return terminal_write(src, n);
    default:
        return -EISDIR;
    }
}

/* ---- Describing ----------------------------------------------------------------------------- */

struct inode *ofile_inode(const struct ofile *of)
{
    if (of->kind == OFILE_FILE)
        return file_get_inode(of->file);
    return of->kind == OFILE_DIR ? dir_get_inode(of->dir) : NULL;
}

static void stat_inode(struct inode *inode, struct stat *st)
{
    st->st_ino = inode_inumber(inode);
    st->st_mode = inode_is_dir(inode) ? S_IFDIR | 0777 : S_IFREG | 0777;
    st->st_size = inode_length(inode);
    st->st_blocks = (st->st_size + 511) / 512;
}

void ofile_stat(const struct ofile *of, struct stat *st)
{
    struct inode *inode = ofile_inode(of);
    memset(st, 0, sizeof *st);
    st->st_nlink = 1;
    if (inode != NULL) {
        stat_inode(inode, st);
    } else if (of->kind == OFILE_PIPE) {
        st->st_mode = S_IFIFO | 0666;
        st->st_size = pipe_count(of->pipe);
    } else {
        st->st_mode = S_IFCHR | 0666;
    }
}
