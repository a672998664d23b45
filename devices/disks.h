/* SPDX-License-Identifier: MIT
 * Brings up the disks that the option -disk chooses. */
#ifndef DEVICES_DISKS_H
#define DEVICES_DISKS_H

/* Finds disks and partitions, and assigns the roles of block.h.  The initial thread, once threads
 * run and interrupts are on; before anyone asks for a block device. */
void disks_init(void);

#endif
