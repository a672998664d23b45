/* SPDX-License-Identifier: MIT
 * What the disk, the MBR loader and the kernel agree on when booting.
 *
 * A bootable disk has, in its first sector, loader.bin with a partition table: four entries of 16
 * bytes at offset 446, then 55 AA.  The loader takes the first entry that is marked active (0x80)
 * and has type 0x20.  That partition holds, from its first sector:
 *
 *     sectors 0-7   arguments: "PTRNARGS", uint32_t length, the command line, a NUL
 *                   (length counts the line without its NUL and is at most 4080)
 *     sectors 8-    kernel.bin, the flat kernel image, padded to a whole sector
 *
 * All of the partition is loaded, so it should be no longer than that needs.  The loader starts
 * the kernel at its first byte with a Multiboot information block (Multiboot 0.6.96, 3.3) that has
 * a command line and a memory map, so that the kernel knows one way to be booted only.
 */
#ifndef THREADS_LOADER_H
#define THREADS_LOADER_H

#define PART_KERNEL 0x20 /* Partition types. */
#define PART_FILESYS 0x21
#define PART_SCRATCH 0x22
#define PART_SWAP 0x23

#define LOADER_ARG_MAGIC "PTRNARGS"
#define LOADER_ARG_MAGIC_LOW 0x4e525450 /* Its first four bytes, all that the loader looks at. */
#define LOADER_ARG_SECTORS 8
#define LOADER_ARG_OFFSET 12 /* Of the command line in the argument sectors. */
#define LOADER_ARG_MAX 4080  /* Longest command line, without its NUL. */

#define LOADER_CODE_MAX 440 /* Bytes of loader.bin that may be code: a signature follows. */
#define LOADER_PARTITIONS 446

#define LOADER_KERN_BASE 0x00100000 /* Physical address of the kernel image. */
#define LOADER_BUFFER 0x00010000    /* 64 kB through which the loader reads. */
#define LOADER_ARGS 0x00008000      /* Where it leaves the argument sectors, */
#define LOADER_INFO 0x00009000      /* the Multiboot information block, */
#define LOADER_MMAP 0x00009080      /* and the memory map. */
#define LOADER_STACK 0x00007c00     /* Downwards from where the BIOS puts the MBR. */

#define MULTIBOOT_MAGIC 0x1badb002      /* In the kernel's header. */
#define MULTIBOOT_BOOT_MAGIC 0x2badb002 /* In EAX at the kernel's entry. */
#define MULTIBOOT_INFO_CMDLINE 0x004
#define MULTIBOOT_INFO_MODS 0x008
#define MULTIBOOT_INFO_MMAP 0x040

#endif
