/* SPDX-License-Identifier: MIT
 * mkdisk: makes a disk image with a kernel, a file system with files in it, scratch and swap space.
 *
 * The image is made beside the one to replace, and renamed when it is complete.
 */
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "filesys/fs.h"
#include "filesys/host/host.h"
#include "threads/loader.h"

const char *program = "mkdisk";

#define MB_SECTORS 2048u    /* Partitions start at whole MB. */
#define CYLINDER (16u * 63) /* The image is whole cylinders, as Bochs wants. */
#define MAX_MB 1000000ul

struct put {
    char *path;
    const char *name;
};

struct plan {
    const char *out, *kernel, *loader, *args;
    unsigned long filesys_mb, swap_mb, scratch_mb;
    struct put *puts;
    size_t put_count;
    void *kernel_data, *loader_data;
    size_t kernel_size, loader_size;
};

static const char help[] =
    "usage: mkdisk --out IMAGE [OPTION]...\n"
    "Makes a disk image for Pageturner.  What is not asked for is not on it.\n"
    "\n"
    "  --kernel FILE       a kernel partition with this flat kernel (kernel.bin)\n"
    "  --loader FILE       boot code for the first sector (loader.bin)\n"
    "  --args 'CMDLINE'    the kernel's command line, at most 4080 bytes (needs --kernel)\n"
    "  --filesys MB        a file system of this size; without it, as large as the files need\n"
    "  --swap MB           swap space\n"
    "  --scratch MB        a scratch partition (for extract and append)\n"
    "  --put FILE[:NAME]   puts FILE into the file system, as NAME (1 to 14 bytes)\n"
    "  --help              this\n"
    "\n"
    "Exit status: 0, 1 if the image could not be made, 2 for a mistake in the command.\n";

static unsigned long number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (errno || end == text || *end || n < 1 || n > MAX_MB)
        usage_error("--%s '%s': not a number of MB from 1 to %lu", option, text, MAX_MB);
    return n;
}

static void add_put(struct plan *plan, char *spec)
{
    struct put put = {spec, NULL};
    char *colon = strrchr(spec, ':');
    if (colon && access(spec, F_OK)) {
        *colon = '\0';
        put.name = colon + 1;
    } else {
        char *slash = strrchr(spec, '/');
        put.name = slash ? slash + 1 : spec;
    }
    if (access(put.path, R_OK))
        usage_error("--put %s: %s", put.path, strerror(errno));
    if (!fs_name_valid(put.name))
        usage_error("--put %s: '%s' cannot be a name: %s", put.path, put.name,
                    reason(strlen(put.name) > FS_NAME_MAX ? -ENAMETOOLONG : -EINVAL));
    plan->puts = realloc(plan->puts, (plan->put_count + 1) * sizeof put);
    plan->puts[plan->put_count++] = put;
}

static void parse(struct plan *plan, int argc, char **argv)
{
    static const struct option options[] = {
        {"out", 1, NULL, 'o'},     {"kernel", 1, NULL, 'k'},  {"loader", 1, NULL, 'l'},
        {"args", 1, NULL, 'a'},    {"filesys", 1, NULL, 'f'}, {"swap", 1, NULL, 's'},
        {"scratch", 1, NULL, 'x'}, {"put", 1, NULL, 'p'},     {"help", 0, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int c;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (c) {
        case 'o':
            plan->out = optarg;
            break;
        case 'k':
            plan->kernel = optarg;
            break;
        case 'l':
            plan->loader = optarg;
            break;
        case 'a':
            plan->args = optarg;
            break;
        case 'f':
            plan->filesys_mb = number("filesys", optarg);
            break;
        case 's':
            plan->swap_mb = number("swap", optarg);
            break;
        case 'x':
            plan->scratch_mb = number("scratch", optarg);
            break;
        case 'p':
            add_put(plan, optarg);
            break;
        case 'h':
            fputs(help, stdout);
            exit(0);
        default:
            usage_error("a bad option");
        }
    }
    if (optind < argc)
        usage_error("'%s': an argument without an option", argv[optind]);
    if (!plan->out)
        usage_error("--out IMAGE is missing");
    if (plan->args && !plan->kernel)
        usage_error("--args needs --kernel: the arguments lie in the kernel's partition");
}

static void read_inputs(struct plan *plan)
{
    if (plan->kernel)
        plan->kernel_data = read_whole_file(plan->kernel, &plan->kernel_size);
    if (plan->kernel && plan->kernel_size == 0)
        die("%s: an empty file is no kernel", plan->kernel);
    if (plan->loader)
        plan->loader_data = read_whole_file(plan->loader, &plan->loader_size);
    if (plan->loader_size > LOADER_PARTITIONS && plan->loader_size != 512)
        die("%s: has %zu bytes; boot code has at most %d, or a whole sector of 512", plan->loader,
            plan->loader_size, LOADER_PARTITIONS);
}

/* MB enough for the files, with some to spare. */
static unsigned long needed_mb(const struct plan *plan)
{
    struct stat st;
    uint64_t bytes = 1 << 20;
    for (size_t i = 0; i < plan->put_count; i++) {
        if (stat(plan->puts[i].path, &st))
            die("%s: %s", plan->puts[i].path, strerror(errno));
        bytes += st.st_size + st.st_size / 8 + 2 * FS_BLOCK_SIZE;
    }
    return (bytes >> 20) + 1;
}

static void add_partition(struct image *image, uint8_t type, uint64_t sectors)
{
    struct partition *p = image->parts;
    if (sectors == 0)
        return;
    while (p->type)
        p++;
    uint64_t start = (image->sectors + MB_SECTORS - 1) / MB_SECTORS * MB_SECTORS;
    image->sectors = start + sectors;
    if (image->sectors > UINT32_MAX)
        usage_error("the image would have %llu sectors, a partition table knows at most %u",
                    (unsigned long long)image->sectors, UINT32_MAX);
    *p = (struct partition){type, start, sectors};
}

static void lay_out(struct image *image, const struct plan *plan)
{
    uint64_t kernel_sectors = (plan->kernel_size + 511) / 512;
    unsigned long filesys_mb = plan->filesys_mb;
    if (!filesys_mb && plan->put_count)
        filesys_mb = needed_mb(plan);
    image->sectors = 1;
    add_partition(image, PART_KERNEL, plan->kernel ? LOADER_ARG_SECTORS + kernel_sectors : 0);
    add_partition(image, PART_FILESYS, (uint64_t)filesys_mb * MB_SECTORS);
    add_partition(image, PART_SCRATCH, (uint64_t)plan->scratch_mb * MB_SECTORS);
    add_partition(image, PART_SWAP, (uint64_t)plan->swap_mb * MB_SECTORS);
    image->sectors = (image->sectors + CYLINDER - 1) / CYLINDER * CYLINDER;
    if (image->sectors == CYLINDER)
        usage_error(
            "nothing to put on the disk: give --kernel, --filesys, --swap, --scratch or --put");
}

static void fill_filesys(struct image *image, const struct plan *plan)
{
    if (!image_find(image, PART_FILESYS))
        return;
    struct block *dev = image_filesys(image);
    int err = fs_format(dev);
    err = err ? err : fs_mount(dev);
    if (err)
        die("%s: cannot make the file system: %s", plan->out, reason(err));
    for (size_t i = 0; i < plan->put_count; i++)
        put_file(plan->puts[i].path, plan->puts[i].name);
    err = fs_unmount();
    if (err)
        die("%s: cannot write the file system: %s", plan->out, reason(err));
    host_block_close(dev);
}

static char temporary[4096];

static void remove_temporary(void)
{
    if (temporary[0])
        unlink(temporary);
}

static void create(struct image *image, const struct plan *plan)
{
    int n = snprintf(temporary, sizeof temporary, "%s.new-%d", plan->out, (int)getpid());
    if (n >= (int)sizeof temporary)
        die("%s: the name is too long", plan->out);
    image->path = temporary;
    image->fd = open(temporary, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (image->fd < 0) {
        int err = errno;
        temporary[0] = '\0';
        die("%s: cannot create it: %s", plan->out, strerror(err));
    }
    atexit(remove_temporary);
    if (ftruncate(image->fd, image->sectors * 512))
        die("%s: cannot make it %llu bytes long: %s", plan->out,
            (unsigned long long)image->sectors * 512, strerror(errno));
}

int main(int argc, char **argv)
{
    struct plan plan = {.args = NULL};
    struct image image = {.fd = -1};
    parse(&plan, argc, argv);
    read_inputs(&plan);
    lay_out(&image, &plan);
    create(&image, &plan);
    image_write_mbr(&image, plan.loader_data ? plan.loader_data : "", plan.loader_size);
    if (plan.kernel) {
        image_write_args(&image, plan.args ? plan.args : "");
        uint32_t start = image_find(&image, PART_KERNEL)->start + LOADER_ARG_SECTORS;
        image_write(&image, start, plan.kernel_data, plan.kernel_size);
    }
    fill_filesys(&image, &plan);
    image_close(&image);
    if (rename(temporary, plan.out))
        die("%s: cannot rename %s to it: %s", plan.out, temporary, strerror(errno));
    temporary[0] = '\0';
    return 0;
}
