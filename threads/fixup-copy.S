/* SPDX-License-Identifier: MIT
 * Copies whose page faults can be given up on: see fixup.h.
 */
#define EFAULT 14

/* FIXUP landing, instruction: an instruction that may fault, entered into fixup_table. */
    .macro FIXUP landing, instruction:vararg
    .section .rodata
    .long 9f, \landing
    .text
9:  \instruction
    .endm

    .section .rodata
    .balign 4
    .globl fixup_table
fixup_table:

    .text

/* size_t fixup_copy(void *dst, const void *src, size_t n) */
    .globl fixup_copy
    .type fixup_copy, @function
fixup_copy:
    pushl %edi
    pushl %esi
    movl %eax, %edi
    movl %edx, %esi
    movl %ecx, %edx
    andl $3, %edx
    shrl $2, %ecx
    FIXUP words_missing, rep movsl
    movl %edx, %ecx
    FIXUP bytes_missing, rep movsb
bytes_missing:
    movl %ecx, %eax
    popl %esi
    popl %edi
    ret
words_missing:
    leal (%edx, %ecx, 4), %ecx
    jmp bytes_missing

/* bool fixup_read_words(uint32_t dst[4], const uint32_t *src) */
    .globl fixup_read_words
    .type fixup_read_words, @function
fixup_read_words:
    movl %eax, %ecx
    FIXUP word_missing, movl (%edx), %eax
    movl %eax, (%ecx)
    FIXUP word_missing, movl 4(%edx), %eax
    movl %eax, 4(%ecx)
    FIXUP word_missing, movl 8(%edx), %eax
    movl %eax, 8(%ecx)
    FIXUP word_missing, movl 12(%edx), %eax
    movl %eax, 12(%ecx)
    movl $1, %eax
    ret
word_missing:
    xorl %eax, %eax
    ret

/* long fixup_strncpy(char *dst, const char *src, size_t n) */
    .globl fixup_strncpy
    .type fixup_strncpy, @function
fixup_strncpy:
    pushl %edi
    pushl %esi
    movl %eax, %edi
    movl %edx, %esi
    xorl %edx, %edx
1:  cmpl %ecx, %edx
    jae 2f
    FIXUP string_fault, movb (%esi, %edx), %al
    FIXUP string_fault, movb %al, (%edi, %edx)
    testb %al, %al
    jz 2f
    incl %edx
    jmp 1b
2:  movl %edx, %eax
    popl %esi
    popl %edi
    ret
string_fault:
    movl $-EFAULT, %edx
    jmp 2b

    .section .rodata
    .globl fixup_table_end
fixup_table_end:

    .section .note.GNU-stack, "", @progbits
