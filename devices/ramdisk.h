/* SPDX-License-Identifier: MIT */
/* Disks in RAM, with a latency in guest time, for runs that repeat exactly. */
#ifndef DEVICES_RAMDISK_H
#define DEVICES_RAMDISK_H

/* Registers rda, the boot loader's first module, which is the file system unless it has a partition
 * table that says more; and rdb, swap space in the RAM that -mem leaves.  Needs what ide_init()
 * needs. */
void ramdisk_init(void);

#endif
