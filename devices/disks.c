/* SPDX-License-Identifier: MIT
 * Brings up the disks that the option -disk chooses. */
#include "devices/disks.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "devices/block.h"
#include "devices/ide.h"
#include "devices/ramdisk.h"
#include "threads/cmdline.h"

static void no_disks(void)
{
}

static const struct {
    const char *name;
    void (*init)(void);
} kinds[] = {
    {"ide", ide_init},
    {"ram", ramdisk_init},
    {"none", no_disks},
};
static void (*init)(void) = ide_init;

static int option_disk(const char *value)
{
    for (size_t i = 0; value != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (!strcmp(value, kinds[i].name)) {
            init = kinds[i].init;
            return 0;
        }
    }
    return -EINVAL;
}
CMDLINE_OPTION(disk, option_disk, "ide|ram|none: which disks to use");

void disks_init(void)
{
    init();
    block_assign_roles();
}
