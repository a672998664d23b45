/* SPDX-License-Identifier: MIT
 * vmm's disk: reads it, writes it, and is refused what is not there.
 *
 * Each sector that is found holds its own number in every word (or nothing: then it stays as it
 * is); each is written back with the number's complement.  On a PC there is no such disk, which is
 * fine.
 */
#include <string.h>
#include <vmm-abi.h>
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"

const char guest_name[] = "disk";

#define SECTOR 512u
#define WORDS (SECTOR / 4)
#define NO_DISK 0xffffffffu

static uint32_t buffer[4][WORDS];

/* 0, or what the disk says. */
static uint32_t command(uint32_t what, uint32_t sector, uint32_t count, uint32_t address)
{
    outl(VMM_DISK_SECTOR, sector);
    outl(VMM_DISK_COUNT, count);
    outl(VMM_DISK_ADDRESS, address);
    outl(VMM_DISK_COMMAND, what);
    return inl(VMM_DISK_COMMAND);
}

static void expect(bool so, const char *what)
{
    if (!so)
        guest_fail("%s", what);
}

static void turn_over(uint32_t sector, uint32_t count)
{
    expect(command(VMM_DISK_READ, sector, count, (uint32_t)buffer) == 0, "a read failed");
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t word = 0; word < WORDS; word++) {
            expect(buffer[i][word] == sector + i, "a sector holds something else");
            buffer[i][word] = ~buffer[i][word];
        }
    }
    expect(command(VMM_DISK_WRITE, sector, count, (uint32_t)buffer) == 0, "a write failed");
    memset(buffer, 0, sizeof buffer);
    expect(command(VMM_DISK_READ, sector, count, (uint32_t)buffer) == 0, "a second read failed");
    for (uint32_t i = 0; i < count; i++)
        expect(buffer[i][WORDS - 1] == ~(sector + i), "a sector was not written");
}

int guest_main(void)
{
    bool in_vmm = machine_parameter(VMM_PARAMETER_MAGIC, 0) == VMM_MAGIC;
    uint32_t sectors = in_vmm ? inl(VMM_DISK_SECTORS) : NO_DISK; /* A PC has other things there. */
    if (sectors == NO_DISK) {
        printf("no disk\n");
        return GUEST_PASSED;
    }
    for (uint32_t at = 0; at < sectors; at += 4)
        turn_over(at, sectors - at < 4 ? sectors - at : 4);
    expect(command(VMM_DISK_READ, sectors, 1, (uint32_t)buffer) != 0, "read behind the end");
    expect(command(VMM_DISK_READ, 1, 0xffffffff, (uint32_t)buffer) != 0, "read too many");
    expect(command(VMM_DISK_WRITE, 0, 1, 0xfffffe00) != 0, "wrote from no memory");
    expect(command(VMM_DISK_READ, 0, 1, 0xfffffe00) != 0, "read to no memory");
    expect(command(7, 0, 1, (uint32_t)buffer) != 0, "did what nobody knows");
    printf("%u sectors\n", sectors);
    checkpoint(sectors);
    return GUEST_PASSED;
}
