/* SPDX-License-Identifier: MIT
 * What the files that run a virtual CPU share: run.c, inject.c, exits.c, exits-cr.c, exits-io.c.
 *
 * Handlers of exits return 0 to go on, an enum vcpu_exit with VCPU->run filled in to go back to the
 * program, or a negative errno.
 */
#ifndef VIRT_RUN_H
#define VIRT_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include "virt/vm.h"

struct insn;

/* inject.c: what waits goes into the VMCB before an entry; after an exit, what was delivered is
 * taken note of. */
void vcpu_set_events(struct vcpu *v);
void vcpu_note_events(struct vcpu *v);
/* Would an interrupt given now be taken at once? */
bool vcpu_can_interrupt(const struct vcpu *v);

/* exits.c */
int vcpu_handle_exit(struct vcpu *v);
int vcpu_exit_hlt(struct vcpu *v);
/* Goes on behind an instruction of LENGTH bytes that was carried out. */
void vcpu_advance(struct vcpu *v, unsigned length);
/* Exception 13 or 6. */
int vcpu_raise_gp(struct vcpu *v);
int vcpu_raise_ud(struct vcpu *v);
/* VCPU_EXIT_FAILED, for a reason. */
int vcpu_fail(struct vcpu *v, const char *why);
/* What follows from RESULT of an access to guest memory. */
int vcpu_end_access(struct vcpu *v, int result, const struct walk *w);
/* What follows from an instruction that insn_decode() did not make out, or nobody expected. */
int vcpu_end_decode(struct vcpu *v, const struct insn *i);
/* The access bits of the guest's own loads and stores. */
static inline unsigned vcpu_access(const struct vcpu *v)
{
    return vcpu_cpl(v) == 3 ? PF_USER : 0;
}

/* exits-cr.c: control and debug registers, INVLPG, LTR. */
int vcpu_exit_cr(struct vcpu *v);
int vcpu_exit_dr(struct vcpu *v);
int vcpu_exit_invlpg(struct vcpu *v);
int vcpu_exit_gp(struct vcpu *v);
int vcpu_exit_ltr(struct vcpu *v);
/* EFER becomes VALUE: 0, or -EINVAL. */
int vcpu_write_efer(struct vcpu *v, uint64_t value);

/* exits-io.c */
int vcpu_exit_io(struct vcpu *v);
/* The program has handled what an exit asked for: ends that instruction.  As handlers. */
int vcpu_end_pending(struct vcpu *v);

#endif
