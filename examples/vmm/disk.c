/* SPDX-License-Identifier: MIT
 * The disk: a file, read and written by sectors at the guest's command (lib/vmm-abi.h).
 */
#include "examples/vmm/vmm.h"

#include <syscall.h>
#include <unistd.h>

#define SECTOR 512
#define ALL_ONES 0xffffffffu

uint64_t disk_reads, disk_writes;

static int file = -1;
static uint32_t sectors, sector, count, address;
static bool failed;

void disk_open(void)
{
    if (options.disk == NULL)
        return;
    file = open2(options.disk, O_RDWR);
    if (file < 0 || filesize(file) < 0)
        vmm_die(VMM_STATUS_LOAD, "disk %s: cannot be opened", options.disk);
    sectors = (uint32_t)filesize(file) / SECTOR;
}

static bool transfer(bool to_disk, uint32_t i)
{
    char buffer[SECTOR];
    seek(file, (sector + i) * SECTOR);
    if (to_disk)
        return memory_read(address + i * SECTOR, buffer, SECTOR) &&
               write(file, buffer, SECTOR) == SECTOR;
    return read(file, buffer, SECTOR) == SECTOR &&
           memory_write(address + i * SECTOR, buffer, SECTOR);
}

static bool carry_out(uint32_t command)
{
    if (file < 0 || sector >= sectors || count > sectors - sector ||
        (command != VMM_DISK_READ && command != VMM_DISK_WRITE))
        return false;
    bool to_disk = command == VMM_DISK_WRITE;
    for (uint32_t i = 0; i < count; i++) {
        if (!transfer(to_disk, i))
            return false;
        (*(to_disk ? &disk_writes : &disk_reads))++;
    }
    return true;
}

uint32_t disk_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    if (file < 0)
        return ALL_ONES;
    if (offset == VMM_DISK_SECTORS - VMM_PORT_DISK)
        return sectors;
    return offset == VMM_DISK_COMMAND - VMM_PORT_DISK ? failed : ALL_ONES;
}

void disk_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    switch (offset + VMM_PORT_DISK) {
    case VMM_DISK_SECTOR:
        sector = value;
        break;
    case VMM_DISK_COUNT:
        count = value;
        break;
    case VMM_DISK_ADDRESS:
        address = value;
        break;
    case VMM_DISK_COMMAND:
        failed = !carry_out(value);
        break;
    default:
        break;
    }
}
