/* SPDX-License-Identifier: MIT
 * ATA disks on the two legacy IDE channels: hda, hdb, hdc, hdd. */
#ifndef DEVICES_IDE_H
#define DEVICES_IDE_H

/* Finds the disks and registers them and their partitions as block devices.  Needs threads, malloc
 * and interrupts on; sleeps. */
void ide_init(void);

#endif
