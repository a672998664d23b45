/* SPDX-License-Identifier: MIT
 * Disks in RAM, with a latency in guest time, for runs that repeat exactly. */
#ifndef DEVICES_RAMDISK_H
#define DEVICES_RAMDISK_H

/* Registers the boot loader's modules as disks rda, rdb...  They are images of disks with
 * partitions; without, the first is the file system and the second swap.  -ramswap=KB adds rds,
 * swap space in the RAM that -mem leaves.  Needs what ide_init() needs. */
void ramdisk_init(void);

#endif
