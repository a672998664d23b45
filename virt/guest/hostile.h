/* SPDX-License-Identifier: MIT
 * What the modes of the guest hostile share.
 */
#ifndef VIRT_GUEST_HOSTILE_H
#define VIRT_GUEST_HOSTILE_H

#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

/* Each returns if the machine lets it. */
typedef void hostile_mode(void);

/* hostile-cpu.c: instructions and registers. */
hostile_mode hostile_ports, hostile_msrs, hostile_crs, hostile_svm, hostile_far, hostile_code;
/* hostile-end.c: those that end the machine, if all is well. */
hostile_mode hostile_triple, hostile_loop, hostile_halt, hostile_leave, hostile_gdt, hostile_stack,
    hostile_task, hostile_root, hostile_shutdown_code;

extern struct prng hostile_random;
/* Among vmm's devices, where it cannot break a PC's. */
bool hostile_in_vmm(void);
/* Runs CODE as a probe, in the kernel; returns the vector, VECTOR_DONE if all went well. */
uint32_t hostile_try(const void *code, uint32_t eax, uint32_t ebx, uint32_t *result);
/* As in struct space: RAM one to one, all of it for user mode, with paging on. */
void hostile_paging(struct space *space, bool pae);

#endif
