/* SPDX-License-Identifier: MIT
 * The file system at boot: which device, and whether to format it.
 */
#include <errno.h>
#include <stdio.h>
#include "devices/block.h"
#include "devices/shutdown.h"
#include "filesys/filesys.h"
#include "filesys/fs.h"
#include "threads/cmdline.h"
#include "threads/init.h"
#include "threads/kstat.h"

static bool format_wanted;

static int want_format(const char *value)
{
    format_wanted = true;
    return value ? -EINVAL : 0;
}
CMDLINE_OPTION(f, want_format, "format the file system before it is mounted");

static uint64_t cached(void)
{
    return inode_cached();
}
KSTAT_GAUGE(inodes_cached, "fs", "inodes_cached", "inodes", "inodes in memory, open or closed",
            cached);

static void format_device(struct block *dev)
{
    printf("Formatting file system...");
    if (fs_format(dev))
        init_refuse();
    printf("done.\n");
}

int filesys_init(bool format)
{
    struct block *dev = block_get_role(BLOCK_FILESYS);
    if (!dev) {
        printf("filesys: no file-system device: there are no programs to run\n");
        return -ENODEV;
    }
    if (format || format_wanted)
        format_device(dev);
    if (fs_mount(dev))
        init_refuse();
    shutdown_register(filesys_done);
    return 0;
}
