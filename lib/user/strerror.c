/* SPDX-License-Identifier: MIT
 * Errors in words.
 */
#include <errno.h>
#include <stddef.h>
#include <strerror.h>

static const struct {
    int error;
    const char *text;
} texts[] = {
    {EPERM, "not permitted"},
    {ENOENT, "no such file"},
    {ESRCH, "no such process"},
    {EINTR, "interrupted"},
    {EIO, "input or output error"},
    {E2BIG, "too many arguments"},
    {ENOEXEC, "not a program"},
    {EBADF, "not an open file"},
    {ECHILD, "no such child"},
    {EAGAIN, "not now"},
    {ENOMEM, "out of memory"},
    {EACCES, "not allowed"},
    {EFAULT, "bad address"},
    {EBUSY, "busy"},
    {EEXIST, "exists already"},
    {ENODEV, "no such device"},
    {ENOTDIR, "not a directory"},
    {EISDIR, "is a directory"},
    {EINVAL, "not valid"},
    {ENFILE, "too many open files"},
    {EMFILE, "too many open files in this process"},
    {ETXTBSY, "is being run, or written"},
    {EFBIG, "too large"},
    {ENOSPC, "no space left"},
    {ESPIPE, "has no positions"},
    {EROFS, "read-only"},
    {EPIPE, "nobody reads the pipe"},
    {ERANGE, "out of range"},
    {ENAMETOOLONG, "name too long"},
    {ENOSYS, "the kernel cannot do this"},
    {ENOTEMPTY, "not empty"},
    {ETIMEDOUT, "timed out"},
    {EDQUOT, "over the group's limit"},
};

const char *strerror(int error)
{
    error = error < 0 ? -error : error;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error)
            return texts[i].text;
    return "error";
}
