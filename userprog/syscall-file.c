/* SPDX-License-Identifier: MIT
 * System calls on files and descriptors.
 *
 * Of a buffer only the range is checked here; a bad page in it comes back as -EFAULT from wherever
 * the bytes are moved.
 */
#include <debug.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <syscall-abi.h>
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/inode.h"
#include "userprog/path.h"
#include "userprog/pipe.h"
#include "userprog/syscall.h"
#include "userprog/uaccess.h"
#include "userprog/uargs.h"

/* ---- By name -------------------------------------------------------------------------------- */

/* Fetches a file name for a call of Pintos's; false if it is too long for any file to have it. */
static bool fetch_name(char name[FILE_NAME_MAX], uintptr_t addr)
{
    int length = uaccess_read_string(name, addr, FILE_NAME_MAX);
    if (length == -EFAULT)
        process_kill();
    return length >= 0;
}

int sys_create(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    return fetch_name(name, args[0]) && filesys_create(path_in_root(name), args[1]);
}

int sys_remove(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    return fetch_name(name, args[0]) && filesys_remove(path_in_root(name));
}

static int open_root(struct ofile **of)
{
    struct dir *dir = dir_open_root();
    if (dir == NULL)
        return -ENOENT;
    int err = ofile_create(OFILE_DIR, dir, false, false, of);
    if (err < 0)
        dir_close(dir);
    return err;
}

/* Empties the file NAME.  (If others have it open, a new one takes its place, and they keep the old
 * one: nobody's reads and mappings lose what they are at.) */
static int truncate(const char *name, struct file **file)
{
    if (inode_write_denied(file_get_inode(*file)))
        return -ETXTBSY;
    if (file_length(*file) == 0)
        return 0;
    int err = inode_empty(file_get_inode(*file));
    if (err != -EBUSY)
        return err;
    err = filesys_try_renew(name);
    if (err < 0)
        return err;
    file_close(*file);
    return filesys_try_open(name, file);
}

static int open_file(const char *name, int flags, struct file **file)
{
    int err = filesys_try_open(name, file);
    if (err == -ENOENT && flags & O_CREAT) {
        err = filesys_try_create(name, 0);
        if (err == 0 || err == -EEXIST)
            err = filesys_try_open(name, file);
    }
    if (err == 0 && flags & O_TRUNC) {
        err = truncate(name, file);
        if (err < 0)
            file_close(*file);
    }
    return err;
}

int open_by_name(const char *name, int flags, struct ofile **of)
{
    struct file *file;
    if (path_is_root(name))
        return (flags & O_ACCMODE) == O_RDONLY && !(flags & O_TRUNC) ? open_root(of) : -EISDIR;
    int err = open_file(path_in_root(name), flags, &file);
    if (err < 0)
        return err;
    err = ofile_create(OFILE_FILE, file, (flags & O_ACCMODE) != O_WRONLY,
                       (flags & O_ACCMODE) != O_RDONLY, of);
    if (err < 0) {
        file_close(file);
        return err;
    }
    (*of)->append = flags & O_APPEND;
    return 0;
}

int fd_add(struct ofile *of)
{
    int fd = fdtable_add(&process_current()->files, of);
    if (fd < 0)
        ofile_unref(of);
    return fd;
}

int sys_open(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    struct ofile *of;
    if (!fetch_name(name, args[0]))
        return -1;
    int err = open_by_name(name, path_is_root(name) ? O_RDONLY : O_RDWR, &of);
    int fd = err == 0 ? fd_add(of) : err;
    return fd >= 0 ? fd : -1;
}

int sys_open2(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    struct ofile *of;
    int flags = args[1];
    int err = uaccess_read_string(name, args[0], FILE_NAME_MAX);
    if (err < 0)
        return err;
    if (flags & ~(O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND) || (flags & O_ACCMODE) == O_ACCMODE ||
        (flags & O_TRUNC && (flags & O_ACCMODE) == O_RDONLY))
        return -EINVAL;
    err = open_by_name(name, flags, &of);
    return err == 0 ? fd_add(of) : err;
}

int sys_chdir(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    return fetch_name(name, args[0]) && path_is_root(name);
}

int sys_mkdir(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    fetch_name(name, args[0]);
    return false;
}

int sys_getcwd(const uint32_t *args)
{
    static const char cwd[] = "/";
    if (args[1] < sizeof cwd)
        return -ERANGE;
    return uaccess_write(args[0], cwd, sizeof cwd) < 0 ? -EFAULT : (int)strlen(cwd);
}

int sys_rename(const uint32_t *args)
{
    char from[FILE_NAME_MAX], to[FILE_NAME_MAX];
    int err = uaccess_read_string(from, args[0], sizeof from);
    if (err >= 0)
        err = uaccess_read_string(to, args[1], sizeof to);
    if (err < 0)
        return err;
    return filesys_try_rename(path_in_root(from), path_in_root(to));
}

/* ---- Reading and writing -------------------------------------------------------------------- */

/* What the caller of read or write gets. */
static int transferred(int result)
{
    if (result == -EFAULT)
        process_kill();
    if (result == -EPIPE)
        process_kill_by(SIGPIPE);
    return result >= 0 ? result : -1;
}

/* The size of a transfer to or from BUFFER: what is asked for, as far as a result can say it. */
static size_t check_buffer(uintptr_t buffer, size_t n)
{
    if (!uaccess_in_range(buffer, n))
        process_kill();
    return n < INT32_MAX ? n : INT32_MAX;
}

int sys_read(const uint32_t *args)
{
    size_t n = check_buffer(args[1], args[2]);
    struct held h = fd_hold(args[0]);
    if (h.of == NULL)
        return -1;
    int result = ofile_read(h.of, args[1], n);
    fd_drop(h);
    return transferred(result);
}

int sys_write(const uint32_t *args)
{
    size_t n = check_buffer(args[1], args[2]);
    struct held h = fd_hold(args[0]);
    if (h.of == NULL)
        return -1;
    int result = ofile_write(h.of, args[1], n);
    fd_drop(h);
    return transferred(result);
}

/* ---- By descriptor -------------------------------------------------------------------------- */

/* What the calls below ask of a file or directory. */
enum question { LENGTH, POSITION, IS_DIR, NUMBER };

static inline int answer(const struct ofile *of, enum question question, int none)
{
    if (question == POSITION)
        return of->kind == OFILE_FILE ? file_tell(of->file) : none;
    struct inode *inode = ofile_inode(of);
    if (inode == NULL)
        return none;
    return question == LENGTH   ? inode_length(inode)
           : question == IS_DIR ? inode_is_dir(inode)
                                : (int)inode_inumber(inode);
}

/* NONE if FD stands for nothing that has an answer. */
static ALWAYS_INLINE int ask(int fd, enum question question, int none)
{
    struct held h = fd_hold(fd);
    if (h.of == NULL)
        return none;
    int result = answer(h.of, question, none);
    fd_drop(h);
    return result;
}

int sys_filesize(const uint32_t *args)
{
    return ask(args[0], LENGTH, -1);
}

int sys_tell(const uint32_t *args)
{
    return ask(args[0], POSITION, -1);
}

int sys_isdir(const uint32_t *args)
{
    return ask(args[0], IS_DIR, false);
}

int sys_inumber(const uint32_t *args)
{
    return ask(args[0], NUMBER, -1);
}

int sys_seek(const uint32_t *args)
{
    struct held h = fd_hold(args[0]);
    if (h.of != NULL && h.of->kind == OFILE_FILE) {
        lock_acquire(&h.of->lock);
        file_seek(h.of->file, args[1]);
        lock_release(&h.of->lock);
    }
    if (h.of != NULL)
        fd_drop(h);
    return 0;
}

/* The terminal stays: Pintos's programs may close it and go on to print. */
int sys_close(const uint32_t *args)
{
    struct fdtable *files = &process_current()->files;
    struct held h = fd_hold(args[0]);
    if (h.of == NULL)
        return 0;
    bool stays = ofile_is_terminal(h.of) && args[0] < FD_FIRST;
    fd_drop(h);
    struct ofile *of = stays ? NULL : fdtable_remove(files, args[0]);
    if (of != NULL)
        ofile_unref(of);
    return 0;
}

static bool next_name(struct ofile *of, char name[NAME_MAX + 1])
{
    lock_acquire(&of->lock);
    bool found = of->kind == OFILE_DIR && dir_readdir(of->dir, name);
    lock_release(&of->lock);
    return found;
}

int sys_readdir(const uint32_t *args)
{
    char name[NAME_MAX + 1];
    struct held h = fd_hold(args[0]);
    if (h.of == NULL)
        return false;
    bool found = next_name(h.of, name);
    fd_drop(h);
    if (found && uaccess_write(args[1], name, strlen(name) + 1) < 0)
        process_kill();
    return found;
}

static int put_stat(uintptr_t where, const struct ofile *of)
{
    struct stat st;
    ofile_stat(of, &st);
    return uaccess_write(where, &st, sizeof st);
}

int sys_stat(const uint32_t *args)
{
    char name[FILE_NAME_MAX];
    struct ofile *of;
    int err = uaccess_read_string(name, args[0], FILE_NAME_MAX);
    if (err >= 0)
        err = open_by_name(name, O_RDONLY, &of);
    if (err < 0)
        return err;
    err = put_stat(args[1], of);
    ofile_unref(of);
    return err;
}

int sys_fstat(const uint32_t *args)
{
    struct held h = fd_hold(args[0]);
    if (h.of == NULL)
        return -EBADF;
    int err = put_stat(args[1], h.of);
    fd_drop(h);
    return err;
}

int sys_dup2(const uint32_t *args)
{
    int to = args[1];
    struct ofile *of = fdtable_get(&process_current()->files, args[0]);
    if (of == NULL)
        return -EBADF;
    /* The reference goes to the table. */
    int err = fdtable_set(&process_current()->files, to, of);
    if (err < 0)
        ofile_unref(of);
    return err;
}

/* ---- Pipes ---------------------------------------------------------------------------------- */

static int open_end(struct pipe *pipe, bool write_end)
{
    struct ofile *of;
    int err = ofile_create(OFILE_PIPE, pipe, !write_end, write_end, &of);
    if (err < 0) {
        pipe_close(pipe, write_end);
        return err;
    }
    return fd_add(of);
}

static void close_fd(int fd)
{
    struct ofile *of = fdtable_remove(&process_current()->files, fd);
    if (of != NULL)
        ofile_unref(of);
}

int sys_pipe(const uint32_t *args)
{
    struct pipe *pipe = pipe_create();
    if (pipe == NULL)
        return -ENOMEM;
    int fds[2] = {open_end(pipe, false), open_end(pipe, true)};
    int err = fds[0] < 0 ? fds[0] : fds[1] < 0 ? fds[1] : uaccess_write(args[0], fds, sizeof fds);
    for (int i = 0; i < 2 && err < 0; i++)
        if (fds[i] >= 0)
            close_fd(fds[i]);
    return err;
}
