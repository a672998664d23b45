/* SPDX-License-Identifier: MIT
 * A guest whose page tables lie in a read-only slot, with accessed and dirty bits that nobody can
 * set: it runs, as with tables in ROM, and its program can change them.  Small pages and large.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include <mman.h>
#include "tests/virt/tiny.h"

#define ROM 0x100000
#define ROM_SIZE 0x3000            /* Directory, a table for all memory, one for the window. */
#define DEADLINE_NS 10000000000ull /* Since boot: it takes a tenth of a second. */

/* Reads, writes, and copies from one page to another of the window, which is all memory. */
TINY_CODE32(use, "1: mov $0x40a000, %esi; mov $0x40b000, %edi; mov (%esi), %eax; movsl;"
                 "incl 0x40c000; hlt; mov %cr3, %ecx; mov %ecx, %cr3; invlpg 0x40c000; jmp 1b");

static void test(enum vm_mode mode, bool large)
{
    struct tiny t;
    tiny_make(&t, mode);
    tiny_start32(&t, use);
    uint32_t *rom =
        mmap2(NULL, ROM_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct vm_slot slot = {1, VM_SLOT_READONLY, ROM, ROM_SIZE, (uintptr_t)rom};
    REQUIRE(vm_control(t.vm, VM_SET_SLOT, &slot) == 0, "VM_SET_SLOT");
    rom[0] = (ROM + 0x1000) | 7;
    rom[1] = large ? 0x87 : (ROM + 0x2000) | 7;
    for (unsigned i = 0; i < TINY_SIZE / 4096; i++)
        rom[1024 + i] = rom[2048 + i] = i << 12 | 7;
    t.state.cr3 = ROM;
    t.state.cr4 = 0x10;
    t.state.cr0 |= 0x80010000;
    tiny_set(&t);
    for (unsigned round = 1; round < 5; round++) {
        *tiny_word(&t, 0xa000) = round * 77;
        t.run.deadline_ns = DEADLINE_NS;
        tiny_run_to_halt(&t);
        REQUIRE(t.state.regs[REG_EAX] == round * 77 && *tiny_word(&t, 0xb000) == round * 77 &&
                    *tiny_word(&t, 0xc000) == round,
                "mode %u, large %u, round %u: %u, %u, %u", mode, large, round,
                t.state.regs[REG_EAX], *tiny_word(&t, 0xb000), *tiny_word(&t, 0xc000));
        vm_control(t.vm, VM_AUDIT, NULL);
    }
    REQUIRE(rom[0] == ((ROM + 0x1000) | 7) && rom[1024 + 1] == (1 << 12 | 7), "ROM stays");
    if (!large) {
        rom[2048 + 0xc] = 0xd000 | 7;
        tiny_run_to_halt(&t);
        REQUIRE(*tiny_word(&t, 0xd000) == 1, "mode %u: a new ROM", mode);
    }
    munmap2(rom, ROM_SIZE);
    tiny_end(&t);
    msg("mode %u, large %u", mode, large);
}

int main(void)
{
    for (unsigned large = 0; large < 2; large++) {
        test(VM_MODE_VTLB, large);
        test(VM_MODE_CACHE, large);
    }
    return 0;
}
