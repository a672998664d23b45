/* SPDX-License-Identifier: MIT
 * Entry and exit of every interrupt.  The stack they leave is struct intr_frame (interrupt.h).
 *
 * A stub for each vector brings the stack to one form: the interrupted ebp next to the return
 * address, as a called function would have pushed it, so that backtraces cross the interrupt; then
 * the error code, 0 where the CPU pushed none; then the vector.  The stubs have a fixed distance
 * from each other, so that no table of their addresses is needed.
 */
#include "threads/gdt.h"

#define INTR_STUB_SIZE 16
#define INTR_STUBS 64

/* Vectors for which the CPU pushes an error code: 8, 10-14, 17, 30. */
#define HAS_ERROR_CODE 0x40027d00

    .text
    .balign INTR_STUB_SIZE
    .globl intr_stubs
intr_stubs:
    .set vec, 0
    .rept INTR_STUBS
    .balign INTR_STUB_SIZE
    .if vec < 32 && (HAS_ERROR_CODE >> vec) & 1
    pushl (%esp)
    movl %ebp, 4(%esp)
    .else
    pushl %ebp
    pushl $0
    .endif
    pushl $vec
    jmp intr_entry
    .set vec, vec + 1
    .endr

    .balign 16
    .type intr_entry, @function
intr_entry:
    pushl %ds
    pushl %es
    pushl %fs
    pushl %gs
    pushal
    cld
    movl $SEL_KDSEG, %eax
    movl %eax, %ds
    movl %eax, %es
    leal 56(%esp), %ebp /* &frame->frame_pointer */
    movl 48(%esp), %ecx /* frame->vec_no */
    movl %esp, %eax
    call *intr_dispatch(, %ecx, 4)

    .globl intr_exit
    .type intr_exit, @function
intr_exit:
    popal
    popl %gs
    popl %fs
    popl %es
    popl %ds
    addl $12, %esp /* vec_no, error_code, frame_pointer */
    iret

    .section .note.GNU-stack, "", @progbits
