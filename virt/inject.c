/* SPDX-License-Identifier: MIT
 * Giving exceptions and interrupts to the guest, each exactly once.
 *
 * An exception goes by the VMCB's event, which is delivered before the guest's first instruction.
 * An interrupt waits as a virtual one until the guest takes interrupts.  CPUs differ in what they
 * tell when an exit comes in the middle of a delivery:
 *
 *   V_IRQ taken at VMRUN (svm.takes_virq): it is delivered when V_IRQ has gone and no event of the
 *     exit is it.  While V_IRQ stays, an event of the exit with its vector means nothing (QEMU says
 *     there, wrongly, that it is an exception).
 *   else: an interrupt goes by the event, too, once the guest takes interrupts; V_IRQ with an
 *     intercept only tells when that is.  It was not delivered if the exit has an event and the
 *     guest stands where it was entered.
 *
 * What the guest's own instructions caused and did not get delivered is forgotten: the instruction
 * runs again and causes it again.
 */
#include "threads/flags.h"
#include "virt/run.h"
#include "virt/svm.h"
#include "virt/vm.h"
#include "virt/vmcb.h"

#define VECTOR_DOUBLE_FAULT 8
#define VECTOR_PAGE_FAULT 14

/* ---- Raising -------------------------------------------------------------------------------- */

/* #DE, #TS, #NP, #SS, #GP: two of these, or one after a page fault, are a double fault (AMD APM 2,
 * 8.2.9). */
static bool is_contributory(int vector)
{
    return vector >= 0 && vector < 32 && (0x3c01u >> vector & 1);
}

static bool is_double_fault(int first, int second)
{
    if (first == VECTOR_PAGE_FAULT)
        return second == VECTOR_PAGE_FAULT || is_contributory(second);
    return is_contributory(first) && is_contributory(second);
}

void vcpu_raise(struct vcpu *v, uint8_t vector, bool has_error, uint32_t error)
{
    v->exception.valid = false;
    if (v->delivering == VECTOR_DOUBLE_FAULT) {
        v->shut_down = true;
        return;
    }
    if (is_double_fault(v->delivering, vector)) {
        vector = VECTOR_DOUBLE_FAULT;
        has_error = true;
        error = 0;
    }
    v->exception = (struct vcpu_event){
        .valid = true,
        .vector = vector,
        .type = EVENT_EXCEPTION,
        .has_error = has_error,
        .error = error,
    };
}

bool vcpu_can_interrupt(const struct vcpu *v)
{
    const struct vmcb *c = v->vmcb;
    return c->rflags & FLAG_IF && !(c->int_shadow & 1) && !v->interrupt.valid &&
           !v->exception.valid;
}

/* ---- Before an entry ------------------------------------------------------------------------ */

static void set_event(struct vmcb *c, const struct vcpu_event *e)
{
    c->event = e->vector | EVENT_TYPE(e->type) | EVENT_VALID;
    if (e->has_error)
        c->event |= EVENT_HAS_ERROR;
    c->event_error = e->error;
}

static void set_virq(struct vmcb *c, uint8_t vector)
{
    c->int_control |= INT_V_IRQ | INT_IGNORE_TPR | INT_PRIORITY;
    c->int_vector = vector;
}

/* Where V_IRQ will do, nothing else is needed; else the interrupt goes once the guest takes it. */
static bool offer_interrupt(struct vcpu *v)
{
    struct vmcb *c = v->vmcb;
    if (svm.takes_virq) {
        set_virq(c, v->interrupt.vector);
        return true;
    }
    if (v->exception.valid || !(c->rflags & FLAG_IF) || c->int_shadow & 1)
        return false;
    set_event(c, &v->interrupt);
    return true;
}

void vcpu_set_events(struct vcpu *v)
{
    struct vmcb *c = v->vmcb;
    c->event = 0;
    c->int_control = INT_MASKING;
    c->intercepts &= ~INTERCEPT_VINTR;
    if (v->exception.valid)
        set_event(c, &v->exception);
    v->offered = v->interrupt.valid && offer_interrupt(v);
    if (!v->offered && (v->interrupt.valid || v->run.want_window)) {
        set_virq(c, 0);
        c->intercepts |= INTERCEPT_VINTR;
    }
    v->entry_eip = c->rip;
    v->entry_esp = c->rsp;
}

/* ---- After an exit -------------------------------------------------------------------------- */

static bool stands_still(const struct vcpu *v)
{
    return v->vmcb->rip == v->entry_eip && v->vmcb->rsp == v->entry_esp;
}

static bool is_event(uint32_t event, const struct vcpu_event *e)
{
    return event & EVENT_VALID && (event & EVENT_VECTOR) == e->vector &&
           EVENT_TYPE_OF(event) == e->type;
}

static bool interrupt_waits(const struct vcpu *v)
{
    if (!svm.takes_virq)
        return v->vmcb->exit_event & EVENT_VALID && stands_still(v);
    return v->vmcb->int_control & INT_V_IRQ || is_event(v->vmcb->exit_event, &v->interrupt);
}

static void delivered(struct vcpu *v, struct vcpu_event *e)
{
    e->valid = false;
    v->vm->counters.injected++;
}

void vcpu_note_events(struct vcpu *v)
{
    uint32_t event = v->vmcb->exit_event;
    if (v->exception.valid && !(is_event(event, &v->exception) && stands_still(v)))
        delivered(v, &v->exception);
    if (v->offered && interrupt_waits(v)) {
        if ((event & EVENT_VECTOR) == v->interrupt.vector)
            event = 0;
    } else if (v->offered) {
        delivered(v, &v->interrupt);
    }
    bool exception = event & EVENT_VALID && EVENT_TYPE_OF(event) == EVENT_EXCEPTION;
    v->delivering = exception ? (int)(event & EVENT_VECTOR) : -1;
}
