/* SPDX-License-Identifier: MIT
 * PC partition tables.  The parser is free of kernel headers and is tested on the host too. */
#ifndef DEVICES_PARTITION_H
#define DEVICES_PARTITION_H

#include <stddef.h>
#include <stdint.h>

#define PARTITION_MAX 16 /* more on one disk are refused */

struct partition {
    unsigned number; /* 1-4 in the MBR, from 5 on in extended partitions */
    uint8_t type;
    uint32_t start, size; /* in sectors from the start of the disk; size > 0 */
};

struct partition_table {
    size_t cnt;
    struct partition at[PARTITION_MAX]; /* all on the disk, no two overlapping */
};

/* What the parser needs of its caller. */
struct partition_source {
    uint32_t disk_size; /* in sectors */
    /* Reads one sector; 0 or a negative errno. */
    int (*read)(void *aux, uint32_t sector, void *buffer);
    /* Told, in a sentence, of everything in the table that was not accepted. */
    void (*complain)(void *aux, const char *sentence);
    void *aux;
};

/* Reads the partition table of a disk into TABLE.  BUFFER is one sector of scratch memory.
 * Entries that make no sense are complained of and left out.  Returns 0, also for a disk without
 * a partition table (then cnt is 0), or the error of a read that failed. */
int partition_parse(const struct partition_source *, void *buffer, struct partition_table *table);

struct block;

/* Registers the partitions of DISK as block devices, and returns how many there are (in
 * partition-scan.c). */
size_t partition_scan(struct block *disk);

#endif
