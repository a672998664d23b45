/* SPDX-License-Identifier: MIT
 * Thread switch, and a new thread's first instructions.
 */

    .text

/* struct thread *switch_threads(struct thread *cur, struct thread *next)
 * Saves what a C function must preserve on CUR's stack, goes on where NEXT left off, and returns
 * in NEXT the thread that ran before it.  struct thread's first field is the saved esp. */
    .globl switch_threads
    .type switch_threads, @function
switch_threads:
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi
    movl %esp, (%eax)
    movl (%edx), %esp
    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
    ret
    .size switch_threads, . - switch_threads

/* A new thread's stack, from its saved esp: edi esi ebx ebp, this address, 0, FUNC, AUX.
 * So eax is the previous thread here, and thread_begin(FUNC, AUX) finds a return address of 0. */
    .globl switch_entry
    .type switch_entry, @function
switch_entry:
    call thread_schedule_tail
    movl 4(%esp), %eax
    movl 8(%esp), %edx
    jmp thread_begin
    .size switch_entry, . - switch_entry

    .section .note.GNU-stack, "", @progbits
