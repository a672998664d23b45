/* SPDX-License-Identifier: MIT
 * The world switch for nested paging, with the host's paging in PAE format meanwhile.
 *
 * Nested tables have the format of the host's own at VMRUN (AMD APM 2, 15.25.3), and QEMU takes
 * those of a host with 2-level tables for no tables at all.  So for this long the host has others:
 * svm.pae_cr3 is a directory that is fit for both formats, as its first 32 bytes are PAE's four
 * pointers; they map physical memory only, hence the stack here.  GIF is 0 all the while.
 */

#define CR4_PAE 0x20

    .bss
    .balign 4
stack:
    .skip 64
stack_top:

/* As svm_switch(), of world.S. */
    .text
    .globl svm_switch_pae
    .type svm_switch_pae, @function
svm_switch_pae:
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi

    clgi
    movl 20(%esp), %ebx
    movl %ebx, %cr2
    movl %cr3, %ebx
    movl %esp, %esi
    movl $stack_top, %esp
    pushl %ebx
    pushl %esi
    movl svm_pae_cr3, %ebx
    movl %ebx, %cr3
    movl %cr4, %ebx
    orl $CR4_PAE, %ebx
    movl %ebx, %cr4

    call svm_into_guest

    movl %cr4, %ebx
    andl $~CR4_PAE, %ebx
    movl %ebx, %cr4
    popl %esi
    popl %ebx
    movl %ebx, %cr3
    movl %esi, %esp
    stgi

    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
    ret

    .section .note.GNU-stack, "", @progbits
