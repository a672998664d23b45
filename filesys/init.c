/* SPDX-License-Identifier: MIT
 * The file system at boot: which device, and whether to format it.
 */
#include <errno.h>
#include <stdio.h>
#include "devices/block.h"
#include "filesys/filesys.h"
#include "filesys/fs.h"
#include "threads/cmdline.h"
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
KSTAT_GAUGE(inodes_cached, "fs", "inodes_cached", "inodes", "inodes in memory, open or closed", cached);

int filesys_init(bool format)
{
    struct block *dev = block_get_role(BLOCK_FILESYS);
    format |= format_wanted;
    if (!dev) {
        if (format)
            printf("filesys: no file system device to format.\n");
        return -ENODEV;
    }
    if (format) {
        printf("Formatting file system...");
        int err = fs_format(dev);
        if (err)
            return err;
        printf("done.\n");
    }
    return fs_mount(dev);
}
