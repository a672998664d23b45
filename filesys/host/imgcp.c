/* SPDX-License-Identifier: MIT
 * imgcp: lists, takes and puts files of a disk image, and sets the kernel's command line.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "filesys/directory.h"
#include "filesys/file.h"
#include "filesys/filesys.h"
#include "filesys/fs.h"
#include "filesys/host/host.h"

const char *program = "imgcp";

static const char help[] =
    "usage: imgcp IMAGE COMMAND [ARGUMENT]...\n"
    "Looks into a Pageturner disk image (or a bare file system), or changes it.\n"
    "\n"
    "  ls                  lists the files: size, inode number, name\n"
    "  get NAME [FILE]     copies a file out, to FILE (as NAME in this directory; '-' is stdout)\n"
    "  put FILE [NAME]     copies FILE in, replacing NAME\n"
    "  rm NAME             removes a file\n"
    "  args 'CMDLINE'      sets the kernel's command line, at most 4080 bytes\n"
    "\n"
    "Exit status: 0, 1 if it could not be done, 2 for a mistake in the command.\n";

static struct file *open_or_die(const char *name)
{
    struct file *file;
    int err = filesys_try_open(name, &file);
    if (err)
        die("'%s': %s", name, reason(err));
    return file;
}

static void do_ls(char **argv UNUSED)
{
    char name[NAME_MAX + 1];
    struct dir *dir = dir_open_root();
    while (dir && dir_readdir(dir, name)) {
        struct file *file;
        if (filesys_try_open(name, &file))
            continue;
        printf("%10lld %5u %s\n", (long long)file_length(file), (unsigned)file_inode(file)->inumber,
               name);
        file_close(file);
    }
    dir_close(dir);
}

static void do_get(char **argv)
{
    struct file *file = open_or_die(argv[0]);
    off_t size = file_length(file);
    void *data = malloc(size + 1);
    off_t n = data ? file_read(file, data, size) : -ENOMEM;
    if (n != size)
        die("'%s': cannot read its %lld bytes: %s", argv[0], (long long)size, reason(n));
    write_whole_file(argv[1] ? argv[1] : argv[0], data, size);
    file_close(file);
    free(data);
}

static void do_put(char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    put_file(argv[0], argv[1] ? argv[1] : slash ? slash + 1 : argv[0]);
}

static void do_rm(char **argv)
{
    int err = filesys_try_remove(argv[0]);
    if (err)
        die("'%s': %s", argv[0], reason(err));
}

static const struct command {
    const char *name;
    int min, max;
    bool writes;
    void (*run)(char **argv);
} commands[] = {
    {"ls", 0, 0, false, do_ls}, {"get", 1, 2, false, do_get}, {"put", 1, 2, true, do_put},
    {"rm", 1, 1, true, do_rm},  {"args", 1, 1, true, NULL},
};

static const struct command *find_command(const char *name, int argc)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct command *c = &commands[i];
        if (strcmp(c->name, name))
            continue;
        if (argc < c->min || argc > c->max)
            usage_error("%s: takes %d to %d arguments, %d given", name, c->min, c->max, argc);
        return c;
    }
    usage_error("'%s': no such command (ls, get, put, rm, args)", name);
}

static void run_on_filesys(struct image *image, const struct command *command, char **argv)
{
    struct block *dev = image_filesys(image);
    int err = fs_mount(dev);
    if (err)
        die("%s: no usable file system; see fsck", image->path);
    command->run(argv);
    err = command->writes ? fs_unmount() : 0;
    if (err)
        die("%s: cannot write: %s", image->path, reason(err));
    host_vobj_crash();
    host_block_close(dev);
}

int main(int argc, char **argv)
{
    struct image image;
    if (argc > 1 && !strcmp(argv[1], "--help")) {
        fputs(help, stdout);
        return 0;
    }
    if (argc < 3)
        usage_error("IMAGE and a command are needed");
    const struct command *command = find_command(argv[2], argc - 3);
    image_open(&image, argv[1], command->writes);
    if (command->run)
        run_on_filesys(&image, command, argv + 3);
    else
        image_write_args(&image, argv[3]);
    image_close(&image);
    return host_reports ? 1 : 0;
}
