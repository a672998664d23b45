/* SPDX-License-Identifier: MIT
 * Selectors, vectors and limits, for C and for assembly.
 */
#ifndef VIRT_GUEST_SELECTORS_H
#define VIRT_GUEST_SELECTORS_H

#define SEL_KERNEL_CODE 0x08
#define SEL_KERNEL_DATA 0x10
#define SEL_USER_CODE 0x1b
#define SEL_USER_DATA 0x23
#define SEL_TSS 0x28
#define SEL_CPU 0x33 /* In FS: this CPU's struct cpu. */

#define CPUS_MAX 4

/* Offsets in struct cpu. */
#define CPU_SELF 0
#define CPU_PROBE_ESP 4
#define CPU_PROBE_STACK 8

#define VECTOR_PAGE_FAULT 14
#define VECTOR_TIMER 0x20
#define VECTOR_SYSCALL 0x80 /* User mode may call these two. */
#define VECTOR_DONE 0x81    /* Ends a probe. */

#endif
