/* SPDX-License-Identifier: MIT
 * The CPU's side of virtualization: AMD SVM (APM 2, chapter 15), turned on when the first machine
 * is made and then for good.
 */
#ifndef VIRT_SVM_H
#define VIRT_SVM_H

#include <stdbool.h>
#include <stdint.h>

struct vmcb;

/* For virt_init(). */
void svm_init(void);

/* Turns SVM on, once.  0, -ENOMEM.  Sleeps. */
int svm_start(void);

/* What svm_start() found and made; constant after it. */
extern struct svm {
    uint32_t all_ones;   /* Physical: 12 kB of ones, to intercept every port and MSR. */
    uint32_t host_state; /* Physical: the host's VMSAVE area. */
    uint16_t tss_type;   /* Type bits that this CPU wants in the attributes of TR. */
    bool has_nx;         /* Tables may have no-execute bits. */
    bool has_nested;     /* Nested paging. */
    bool takes_virq;     /* A virtual interrupt that waits at VMRUN is delivered. */
} svm;

/* Makes VMCB, a page of zeros, a fresh one: everything intercepted that a guest may not do itself.
 */
void svm_vmcb_init(struct vmcb *vmcb);

/* Runs the guest of VMCB until it exits, with REGS (by enum vcpu_reg; EAX and ESP are VMCB's) and
 * CR2.  Interrupts off before and after; what the host interrupts it for waits until they are on.
 */
void svm_enter(struct vmcb *vmcb, uint32_t *regs);

#endif
