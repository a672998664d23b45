/* SPDX-License-Identifier: MIT
 * What the boot loader told: memory, modules, command line.
 *
 * boot_read_info() copies the command line out of the loader's reach; boot_plan_memory(), after
 * the options are known, decides which physical memory the kernel uses and moves the modules out
 * of it, to the top of RAM.
 */
#ifndef THREADS_BOOT_H
#define THREADS_BOOT_H

#include <stddef.h>
#include <stdint.h>

#define BOOT_MODULES 4
#define BOOT_RANGES 16

/* Usable RAM, whole pages: [start, end). */
struct boot_range {
    uint32_t start, end;
};

/* A file that the boot loader put into memory (QEMU: -initrd).  Mapped at ptov(paddr), not part of
 * palloc's memory, and nobody else's. */
struct boot_module {
    uint32_t paddr;
    size_t size;
    char cmdline[32]; /* As given to the loader, cut off. */
};

extern struct boot_module boot_modules[BOOT_MODULES];
extern size_t boot_module_count;

/* Memory for palloc, in ascending order, and the end of the last range. */
extern struct boot_range boot_ranges[BOOT_RANGES];
extern size_t boot_range_count;
extern uint32_t boot_ram_end; /* Of palloc's memory. */
extern uint32_t boot_map_end; /* Of all that is mapped: palloc's, modules', RAM left unused. */

/* Physical RAM above palloc's memory that nobody uses (what -mem leaves): for the RAM disk. */
extern struct boot_range boot_spare;

/* MAGIC and INFO are what the loader passed.  Returns the command line, in place for good. */
char *boot_read_info(uint32_t magic, uint32_t info);
void boot_plan_memory(void);

#endif
