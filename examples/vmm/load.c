/* SPDX-License-Identifier: MIT
 * Loads a guest: a Multiboot ELF file, or any other file as a flat binary at 0x7c00.
 *
 * Nothing in the file is trusted.  The Multiboot information lies in the first page, which a
 * guest's segments therefore may not touch.
 */
#include "examples/vmm/vmm.h"

#include <elf-file.h>
#include <string.h>
#include <unistd.h>

#define INFO_ADDRESS 0x500u
#define LOAD_LEAST 0x1000u
#define FLAT_ADDRESS 0x7c00u
#define FLAT_END 0x9fc00u
#define FIRST_DISK 0x80

/* ---- Multiboot (specification 0.6.96, sections 3.1 and 3.3) ---------------------------------- */

#define HEADER_SEARCH 8192
#define HEADER_MAGIC 0x1badb002u
#define HEADER_MUST_KNOW 0xffffu /* Flags that a loader must refuse if it does not know them. */
#define HEADER_KNOWN 3u          /* Modules on page boundaries; memory sizes. */
#define BOOT_MAGIC 0x2badb002u

#define INFO_MEMORY (1u << 0)
#define INFO_COMMAND_LINE (1u << 2)
#define INFO_MAP (1u << 6)
#define INFO_LOADER_NAME (1u << 9)

#define LOWER_END 0xa0000u
#define UPPER_START 0x100000u

struct map_entry {
    uint32_t size; /* Of what follows. */
    uint64_t base, length;
    uint32_t type; /* 1: RAM. */
} __attribute__((packed));

struct info {
    uint32_t flags, mem_lower, mem_upper, boot_device, cmdline, mods_count, mods_addr, syms[4];
    uint32_t mmap_length, mmap_addr, drives[2], config_table, boot_loader_name;
    uint32_t unused[8];
    struct map_entry map[2];
    char command_line[NAME_MAX], loader_name[8];
};
static_assert(INFO_ADDRESS + sizeof(struct info) <= LOAD_LEAST, "in the first page");

static void put_info(void)
{
    struct info *info = (struct info *)(memory_ram() + INFO_ADDRESS);
    uint32_t size = memory_ram_size();
    uint32_t lower = size < LOWER_END ? size : LOWER_END;
    uint32_t upper = size > UPPER_START ? size - UPPER_START : 0;
    info->flags = INFO_MEMORY | INFO_COMMAND_LINE | INFO_MAP | INFO_LOADER_NAME;
    info->mem_lower = lower / 1024;
    info->mem_upper = upper / 1024;
    info->cmdline = INFO_ADDRESS + offsetof(struct info, command_line);
    info->mmap_length = (upper > 0 ? 2 : 1) * sizeof *info->map;
    info->mmap_addr = INFO_ADDRESS + offsetof(struct info, map);
    info->boot_loader_name = INFO_ADDRESS + offsetof(struct info, loader_name);
    info->map[0] = (struct map_entry){sizeof *info->map - 4, 0, lower, 1};
    info->map[1] = (struct map_entry){sizeof *info->map - 4, UPPER_START, upper, 1};
    strlcpy(info->command_line, options.command_line, sizeof info->command_line);
    strlcpy(info->loader_name, "vmm", sizeof info->loader_name);
}

/* ---- Files ------------------------------------------------------------------------------------
 */

static int file;
static uint32_t file_size;

static void NO_RETURN refuse(const char *why)
{
    vmm_die(VMM_STATUS_LOAD, "cannot be loaded: %s", why);
}

/* Reads all of [OFFSET, OFFSET + SIZE), which must be in the file. */
static void read_at(uint32_t offset, void *buffer, uint32_t size)
{
    seek(file, offset);
    for (uint32_t done = 0; done < size;) {
        int n = read(file, (char *)buffer + done, size - done);
        if (n <= 0)
            refuse("it cannot be read");
        done += n;
    }
}

static bool in_file(uint32_t offset, uint32_t size)
{
    return offset <= file_size && size <= file_size - offset;
}

/* ---- ELF ---------------------------------------------------------------------------------------
 */

#define SEGMENTS_MAX 64

static bool is_multiboot(void)
{
    static uint32_t head[HEADER_SEARCH / 4];
    uint32_t size = file_size < sizeof head ? file_size / 4 * 4 : sizeof head;
    read_at(0, head, size);
    for (uint32_t i = 0; i + 2 < size / 4; i++)
        if (head[i] == HEADER_MAGIC && head[i] + head[i + 1] + head[i + 2] == 0)
            return (head[i + 1] & HEADER_MUST_KNOW & ~HEADER_KNOWN) == 0;
    return false;
}

static void check_header(const struct elf_file_header *header)
{
    if (memcmp(header, ELF_IDENT, ELF_IDENT_LENGTH) != 0 || header->machine != ELF_MACHINE_386 ||
        header->version != ELF_VERSION)
        refuse("it is no ELF file for a 32-bit x86");
    if (header->type != ELF_TYPE_EXEC)
        refuse("it is no program that stands at fixed addresses");
    if (header->phentsize != sizeof(struct elf_file_segment) || header->phnum == 0 ||
        header->phnum > SEGMENTS_MAX ||
        !in_file(header->phoff, header->phnum * sizeof(struct elf_file_segment)))
        refuse("its table of segments is no good");
    if (!is_multiboot())
        refuse("it has no Multiboot header that vmm understands");
}

static void load_segment(const struct elf_file_segment *segment)
{
    uint32_t size = memory_ram_size();
    if (segment->filesz > segment->memsz || !in_file(segment->offset, segment->filesz))
        refuse("a segment is not in the file");
    if (segment->paddr < LOAD_LEAST)
        refuse("a segment reaches into the first 4 kB");
    if (segment->paddr > size || segment->memsz > size - segment->paddr)
        vmm_die(VMM_STATUS_LOAD,
                "cannot be loaded: it needs memory up to %#x, and has %u kB (see -m)",
                segment->paddr + segment->memsz, options.ram_kb);
    read_at(segment->offset, memory_ram() + segment->paddr, segment->filesz);
}

static void load_elf(void)
{
    struct elf_file_header header;
    bool entry_inside = false;
    read_at(0, &header, sizeof header);
    check_header(&header);
    for (unsigned i = 0; i < header.phnum; i++) {
        struct elf_file_segment segment;
        read_at(header.phoff + i * sizeof segment, &segment, sizeof segment);
        if (segment.type != ELF_LOAD || segment.memsz == 0)
            continue;
        load_segment(&segment);
        entry_inside |= header.entry - segment.paddr < segment.memsz;
    }
    if (!entry_inside)
        refuse("its entry is in no segment");
    put_info();
    cpu_begin_flat(&machine.cpus[0], header.entry, BOOT_MAGIC, INFO_ADDRESS);
}

static void load_flat(void)
{
    uint32_t end = memory_ram_size() < FLAT_END ? memory_ram_size() : FLAT_END;
    if (file_size > end - FLAT_ADDRESS)
        refuse("it is no ELF file, and too long for a flat one");
    read_at(0, memory_ram() + FLAT_ADDRESS, file_size);
    cpu_begin_real(&machine.cpus[0], FLAT_ADDRESS, FIRST_DISK);
}

void load_guest(void)
{
    char start[4] = "";
    int size;
    file = open(options.guest);
    if (file < 0 || isdir(file))
        refuse("there is no such file");
    size = filesize(file);
    if (size <= 0)
        refuse("it is empty");
    file_size = size;
    read_at(0, start, file_size < sizeof start ? file_size : sizeof start);
    if (memcmp(start, ELF_IDENT, sizeof start) == 0) {
        if (file_size < sizeof(struct elf_file_header))
            refuse("it is cut short");
        load_elf();
    } else {
        load_flat();
    }
    close(file);
}
