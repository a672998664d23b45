/* SPDX-License-Identifier: MIT
 * What the host's programs share.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/host/host.h"

static void complain(const char *format, va_list args)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    exit(1);
}

void usage_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    fprintf(stderr, "Try '%s --help'.\n", program);
    exit(2);
}

void *read_whole_file(const char *path, size_t *size)
{
    struct stat st;
    FILE *f = fopen(path, "rb");
    if (!f || fstat(fileno(f), &st))
        die("%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        die("%s: not a regular file", path);
    void *data = malloc(st.st_size + 1);
    if (!data || fread(data, 1, st.st_size, f) != (size_t)st.st_size)
        die("%s: cannot read its %lld bytes", path, (long long)st.st_size);
    fclose(f);
    *size = st.st_size;
    return data;
}

void write_whole_file(const char *path, const void *data, size_t size)
{
    FILE *f = strcmp(path, "-") ? fopen(path, "wb") : stdout;
    if (!f || fwrite(data, 1, size, f) != size || fflush(f) || (f != stdout && fclose(f)))
        die("%s: cannot write: %s", path, strerror(errno));
}

static void check_fits(const char *path, const char *name, size_t done, size_t size, int err)
{
    if (err || done != size)
        die("%s: cannot put it as '%s': %s (%zu of its %zu bytes fit)", path, name,
            err ? reason(err) : reason(-ENOSPC), done, size);
}

void put_file(const char *path, const char *name)
{
    struct file *file;
    size_t size;
    void *data = read_whole_file(path, &size);
    if (size > INT32_MAX)
        die("%s: %zu bytes are more than a file can have (%d)", path, size, INT32_MAX);
    int err = filesys_try_remove(name);
    err = err && err != -ENOENT ? err : filesys_try_create(name, 0);
    err = err ? err : filesys_try_open(name, &file);
    if (err)
        die("%s: cannot put it as '%s': %s", path, name, reason(err));
    off_t done = file_write(file, data, size);
    check_fits(path, name, done < 0 ? 0 : done, size, done < 0 ? (int)done : 0);
    file_close(file);
    free(data);
}

const char *reason(int err)
{
    switch (-err) {
    case ENOENT:
        return "there is no such file";
    case EEXIST:
        return "there is such a file already";
    case ENAMETOOLONG:
        return "a name has at most 14 bytes; give another after a colon (FILE:NAME)";
    case EINVAL:
        return "a name has no slash, and is not empty, '.' or '..'";
    case ENOSPC:
        return "the file system is full; make a larger one (mkdisk --filesys MB)";
    case EIO:
        return "the image is damaged or cannot be read or written (see fsck)";
    default:
        return strerror(-err);
    }
}
