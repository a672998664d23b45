/* SPDX-License-Identifier: MIT
 * What a guest finds in the machine that vmm (examples/vmm.c) is, beyond a PC's devices.
 *
 * A PC's devices that are there: 16550 at 0x3f8 (IRQ 4), 8259 pair, 8254 (channel 0: IRQ 0; channel
 * 2 by port 0x61), isa-debug-exit at 0xf4.  A guest begins as Multiboot says, or, from a flat file,
 * in real mode at 0:7c00.  All ports below take and give 4 bytes.  On a PC without them reads give
 * all ones and writes do nothing, so a guest also runs on a bare emulator.
 */
#ifndef LIB_VMM_ABI_H
#define LIB_VMM_ABI_H

/* Out N: ends the guest.  vmm's exit status is N, or VMM_STATUS_GUEST_MAX if it is more; a bare
 * emulator's is 2 * N + 1. */
#define VMM_PORT_EXIT 0xf4

/* Out N: checkpoint N.  With -checkpoints vmm prints hashes of this CPU's registers, of the guest's
 * memory, and of the accessed and dirty bits in its tables. */
#define VMM_PORT_CHECKPOINT 0xf6

/* Out N: selects parameter N, for this CPU.  In: its value. */
#define VMM_PORT_PARAMETER 0xf8
#define VMM_PARAMETER_MAGIC 0 /* VMM_MAGIC: this is vmm. */
#define VMM_PARAMETER_CPU 1   /* This CPU's number, from 0. */
#define VMM_PARAMETER_CPUS 2
#define VMM_PARAMETER_RAM_KB 3
#define VMM_PARAMETER_TIME_US 4 /* Microseconds since the start. */
#define VMM_MAGIC 0x4d565450

/* Out ADDRESS: starts the other CPUs there, each as Multiboot says (flat 32-bit protected mode,
 * EAX the magic number), but with its number in EBX, and no stack.  Only the first time. */
#define VMM_PORT_START_CPUS 0xfa

/* Out N: the guest has come to mark N.  vmm does what -at N=ACTION asks for, and -json tells the
 * counters at each mark. */
#define VMM_PORT_MARK 0xfc

/* Out FRAME << 12 | N: N pages from page FRAME on are hot: pages that a host had better not take.
 */
#define VMM_PORT_HOT 0xfe

/* The disk (-disk FILE), in sectors of 512 bytes; carried out at once. */
#define VMM_PORT_DISK 0x700
#define VMM_DISK_SECTORS 0x700 /* In: how many it has; all ones: there is no disk. */
#define VMM_DISK_SECTOR 0x704  /* Out: the first sector. */
#define VMM_DISK_COUNT 0x708   /* Out: how many. */
#define VMM_DISK_ADDRESS 0x70c /* Out: guest-physical address of their bytes. */
#define VMM_DISK_COMMAND                                                                           \
    0x710 /* Out: VMM_DISK_READ or _WRITE.  In: 0, or 1: the last one failed. */
#define VMM_DISK_READ 1
#define VMM_DISK_WRITE 2

/* vmm's exit status. */
#define VMM_STATUS_GUEST_MAX 63 /* Up to here: the guest's own. */
#define VMM_STATUS_USAGE 64     /* The command line is wrong. */
#define VMM_STATUS_LOAD 65      /* The guest, or its disk, cannot be loaded. */
#define VMM_STATUS_NO_SVM 66    /* This CPU cannot run guests (or not in that mode). */
#define VMM_STATUS_SHUTDOWN 67  /* Triple fault. */
#define VMM_STATUS_MEMORY 68    /* The guest used physical memory that it does not have. */
#define VMM_STATUS_FAILED 69    /* The kernel could not go on with it. */
#define VMM_STATUS_HALTED 70    /* All CPUs halted, with nothing to wake them. */
#define VMM_STATUS_TIME 71      /* -limit. */

#endif
