/* SPDX-License-Identifier: MIT
 * The world switch: into the guest and back (AMD APM 2, 15.5).
 *
 * VMRUN saves and loads what the host cannot do without; FS, GS, TR, LDTR and the SYSENTER registers
 * are changed by VMLOAD, and the general registers by hand.  While GIF is 0 no interrupt is taken;
 * the guest runs with GIF and the host's IF at 1, so that every interrupt ends its turn.  It then
 * still waits: for STGI and for the caller to turn interrupts on.
 */

/* Into the guest, and back at its exit: svm_switch()'s first three arguments.  GIF is 0.  Changes all
 * registers but esp. */
    .text
    .globl svm_into_guest
    .type svm_into_guest, @function
svm_into_guest:
    pushl %edx
    pushl %ecx
    vmload %eax
    sti
    movl %ecx, %edi
    movl 4(%edi), %ecx
    movl 8(%edi), %edx
    movl 12(%edi), %ebx
    movl 20(%edi), %ebp
    movl 24(%edi), %esi
    movl 28(%edi), %edi
    vmrun %eax
    cli

    xchgl %edi, (%esp) /* The guest's on the stack, regs here. */
    movl %ecx, 4(%edi)
    movl %edx, 8(%edi)
    movl %ebx, 12(%edi)
    movl %ebp, 20(%edi)
    movl %esi, 24(%edi)
    popl 28(%edi)
    vmsave %eax
    popl %eax
    vmload %eax
    ret
    .size svm_into_guest, . - svm_into_guest

/* void svm_switch(uint32_t vmcb, uint32_t host, uint32_t *regs, uint32_t cr2): physical addresses
 * of the guest's VMCB and of the host's; the registers in the order of enum vcpu_reg. */
    .globl svm_switch
    .type svm_switch, @function
svm_switch:
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi

    clgi
    movl 20(%esp), %ebx
    movl %ebx, %cr2 /* Bochs's VMRUN does not load it. */
    call svm_into_guest
    stgi

    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
    ret
    .size svm_switch, . - svm_switch

    .section .note.GNU-stack, "", @progbits
