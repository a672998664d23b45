/* SPDX-License-Identifier: MIT
 * Reads what the boot loader left in memory, and lays out physical memory.
 *
 * The loader's structures may lie in memory that palloc will hand out, so all of them are copied
 * here before palloc starts.  The command line goes to frame 0, whose former content (the BIOS's
 * interrupt table and variables) nobody needs any more.
 *
 *     0 .. boot_ram_end        palloc's: all usable RAM there, below the limit of -mem
 *     boot_spare               whole RAM pages between that and the modules
 *     the modules              at the top of RAM (or of its first 896 MB)
 */
#include "threads/boot.h"
#include <errno.h>
#include <round.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "threads/cmdline.h"
#include "threads/init.h"
#include "threads/loader.h"
#include "threads/vaddr.h"

/* The parts of a Multiboot information block that are used (Multiboot 0.6.96, 3.3). */
struct multiboot_info {
    uint32_t flags, mem_lower, mem_upper, boot_device;
    uint32_t cmdline;
    uint32_t mods_count, mods_addr;
    uint32_t syms[4];
    uint32_t mmap_length, mmap_addr;
};

struct multiboot_module {
    uint32_t start, end, string, reserved;
};

/* Each entry is preceded by its size, which does not count itself. */
struct multiboot_mmap {
    uint32_t size;
    uint64_t addr, len;
    uint32_t type;
} __attribute__((packed));

#define MMAP_USABLE 1

#define RAM_MIN (2 * 1024 * 1024) /* Less is no machine for this kernel. */
#define KB 1024

extern char _end[];

struct boot_module boot_modules[BOOT_MODULES];
size_t boot_module_count;
struct boot_range boot_ranges[BOOT_RANGES];
size_t boot_range_count;
uint32_t boot_ram_end;
uint32_t boot_map_end;
struct boot_range boot_spare;

static uint32_t mem_limit = RAM_MAX; /* -mem, in bytes. */
static uint64_t unmappable;          /* Bytes of RAM above RAM_MAX. */

static int set_mem_limit(const char *value)
{
    unsigned long kb;
    if (cmdline_number(value, RAM_MIN / KB, RAM_MAX / KB, &kb) != 0)
        return -EINVAL;
    mem_limit = kb / (PGSIZE / KB) * PGSIZE;
    return 0;
}

CMDLINE_OPTION(mem, set_mem_limit, "KB: use RAM below this address only");

/* ---- Memory map -------------------------------------------------------------------------- */

/* Inserts [START, END), cut to whole pages, in ascending order. */
static void add_range(uint32_t start, uint32_t end)
{
    start = ROUND_UP(start, PGSIZE);
    end = ROUND_DOWN(end, PGSIZE);
    if (start >= end || boot_range_count == BOOT_RANGES)
        return;
    size_t at = boot_range_count++;
    for (; at > 0 && boot_ranges[at - 1].start > start; at--)
        boot_ranges[at] = boot_ranges[at - 1];
    boot_ranges[at] = (struct boot_range){start, end};
}

static void read_mmap(const struct multiboot_info *info)
{
    const char *at = ptov(info->mmap_addr), *end = at + info->mmap_length;
    while (at < end) {
        const struct multiboot_mmap *entry = (const void *)at;
        at += entry->size + sizeof entry->size;
        if (entry->type != MMAP_USABLE)
            continue;
        uint64_t top = entry->addr + entry->len;
        if (top > RAM_MAX) {
            unmappable += top - (entry->addr > RAM_MAX ? entry->addr : RAM_MAX);
            top = RAM_MAX;
        }
        if (entry->addr < top)
            add_range(entry->addr, top);
    }
}

/* Cuts all ranges off at END. */
static void limit_ranges(uint32_t end)
{
    while (boot_range_count > 0 && boot_ranges[boot_range_count - 1].start >= end)
        boot_range_count--;
    if (boot_range_count > 0) {
        struct boot_range *last = &boot_ranges[boot_range_count - 1];
        if (last->end > end)
            last->end = end;
        boot_ram_end = last->end;
    }
}

/* ---- Modules ----------------------------------------------------------------------------- */

/* In ascending order, so that they can be moved upwards from the last one on. */
static void read_modules(const struct multiboot_info *info)
{
    const struct multiboot_module *mods = ptov(info->mods_addr);
    for (size_t i = 0; i < info->mods_count && boot_module_count < BOOT_MODULES; i++) {
        struct boot_module new = {.paddr = mods[i].start, .size = mods[i].end - mods[i].start};
        if (mods[i].string != 0)
            strlcpy(new.cmdline, ptov(mods[i].string), sizeof new.cmdline);
        size_t at = boot_module_count++;
        for (; at > 0 && boot_modules[at - 1].paddr > new.paddr; at--)
            boot_modules[at] = boot_modules[at - 1];
        boot_modules[at] = new;
    }
}

/* Moves the modules to end at TOP and returns where they begin now. */
static uint32_t move_modules(uint32_t top)
{
    for (size_t i = boot_module_count; i-- > 0;) {
        struct boot_module *module = &boot_modules[i];
        uint32_t target = ROUND_DOWN(top - module->size, PGSIZE);
        if (target < module->paddr) {
            printf("No room for boot module %zu (%zu bytes).\n", i, module->size);
            init_refuse();
        }
        memmove(ptov(target), ptov(module->paddr), module->size);
        module->paddr = top = target;
    }
    return top;
}

/* ---- The whole --------------------------------------------------------------------------- */

/* A loader other than ours puts the kernel file's name before the command line. */
static const char *skip_file_name(const char *line)
{
    if (line[0] == '-' || line[0] == '\0')
        return line;
    const char *space = strchr(line, ' ');
    return space != NULL ? space + 1 : "";
}

char *boot_read_info(uint32_t magic, uint32_t info_paddr)
{
    const struct multiboot_info *info = ptov(info_paddr);
    char *line = ptov(0);

    if (magic != MULTIBOOT_BOOT_MAGIC || !(info->flags & MULTIBOOT_INFO_MMAP)) {
        printf("The boot loader gave no memory map (magic %#x).\n", (unsigned)magic);
        init_refuse();
    }
    read_mmap(info);
    if (info->flags & MULTIBOOT_INFO_MODS)
        read_modules(info);
    const char *given = info->flags & MULTIBOOT_INFO_CMDLINE ? ptov(info->cmdline) : "";
    strlcpy(line, info_paddr == LOADER_INFO ? given : skip_file_name(given), PGSIZE);
    return line;
}

void boot_plan_memory(void)
{
    limit_ranges(RAM_MAX);
    boot_map_end = boot_ram_end;
    uint32_t top = move_modules(boot_map_end);
    limit_ranges(top < mem_limit ? top : mem_limit);
    boot_spare = (struct boot_range){boot_ram_end, top};

    if (boot_ram_end < RAM_MIN || boot_ram_end < vtop(_end)) {
        printf("Not enough RAM: usable up to %u kB, of which the kernel needs %u.\n",
               (unsigned)boot_ram_end / KB, RAM_MIN / KB);
        init_refuse();
    }
    if (mem_limit < RAM_MAX && top < mem_limit) {
        printf("-mem=%u: the boot modules leave only %u kB.\n", (unsigned)mem_limit / KB,
               (unsigned)top / KB);
        init_refuse();
    }
    if (unmappable > 0)
        printf("%llu kB of RAM above %u MB are not used.\n", unmappable / KB, RAM_MAX / (KB * KB));
}
