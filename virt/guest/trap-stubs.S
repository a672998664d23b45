/* SPDX-License-Identifier: MIT
 * Traps: one entry for each vector, the way back, and probes (trap.c).
 */
#include "virt/guest/selectors.h"

#define STUB_SIZE 16
#define HAS_ERROR 0x60227d00 /* Vectors 8, 10–14, 17, 21, 29, 30. */

    .text
    .globl trap_stubs
    .balign 16
trap_stubs:
    .set vector, 0
    .rept 256
    .if vector >= 32 || !((HAS_ERROR >> (vector & 31)) & 1)
    pushl $0
    .endif
    pushl $vector
    jmp enter
    .balign STUB_SIZE
    .set vector, vector + 1
    .endr

enter:
    pushal
    cld
    movl $SEL_USER_DATA, %eax /* Who came from virtual-8086 mode, or wrote nonsense, has none. */
    movl %eax, %ds
    movl %eax, %es
    movl $SEL_CPU, %eax
    movl %eax, %fs
    pushl %esp
    call trap_dispatch
    addl $4, %esp
leave:
    popal
    addl $8, %esp
    iret

    .globl trap_return
trap_return:
    movl 4(%esp), %esp
    jmp leave

/* void probe_enter(const void *code, bool user, uint32_t eax, uint32_t ebx): returns by
 * probe_leave(), which trap_dispatch() calls. */
    .globl probe_enter
probe_enter:
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi
    movl 20(%esp), %ecx
    movl 24(%esp), %edx
    movl 28(%esp), %eax
    movl 32(%esp), %ebx
    movl %esp, %fs:CPU_PROBE_ESP
    testl %edx, %edx
    jnz 1f
    jmp *%ecx
1:
    pushl $SEL_USER_DATA
    pushl %fs:CPU_PROBE_STACK
    pushfl
    pushl $SEL_USER_CODE
    pushl %ecx
    iret

    .globl probe_leave
probe_leave:
    movl %fs:CPU_PROBE_ESP, %esp
    movl $0, %fs:CPU_PROBE_ESP
    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
    ret

/* What probe_access() runs. */
    .globl probe_read, probe_write, probe_fetch
probe_read:
    movl (%ebx), %eax
    int $VECTOR_DONE
probe_write:
    movl %eax, (%ebx)
    int $VECTOR_DONE
probe_fetch:
    jmp *%ebx

    .section .note.GNU-stack, "", @progbits
