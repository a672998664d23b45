/* SPDX-License-Identifier: MIT
 * Virtual CPUs: their life, who may use them, and what vcpu_control() does.
 */
#include <errno.h>
#include "threads/flags.h"
#include "threads/interrupt.h"
#include "threads/malloc.h"
#include "userprog/uaccess.h"
#include "virt/svm.h"
#include "virt/vm.h"
#include "virt/vmcb.h"
#include "vm/page.h"

/* ---- Life ----------------------------------------------------------------------------------- */

static void enlist(struct vcpu *v)
{
    lock_acquire(&vm_lock);
    list_push_back(&v->vm->vcpus, &v->elem);
    lock_release(&vm_lock);
}

/* While it has tables it is on the list: a change of slots must find them. */
static void destroy(struct vcpu *v)
{
    mmu_vcpu_end(v);
    lock_acquire(&vm_lock);
    list_remove(&v->elem);
    mmu_page_free(v->vm, v->vmcb);
    lock_release(&vm_lock);
    vcpu_forget_entered(v);
    vm_unref(v->vm);
    free(v);
}

/* As after INIT (APM 2, 14.1.3). */
static void reset(struct vcpu *v)
{
    struct vcpu_state s = {.eip = 0xfff0, .cr0 = CR0_ET | CR0_NW | CR0_CD, .eflags = FLAG_MBS};
    s.regs[REG_EDX] = 0x600;
    for (int i = 0; i < SEG_COUNT; i++)
        s.seg[i] = (struct vcpu_segment_state){0, 0x93, 0xffff, 0};
    s.seg[SEG_CS] = (struct vcpu_segment_state){0xf000, 0x9b, 0xffff, 0xffff0000};
    s.seg[SEG_LDTR].attributes = 0x82;
    s.seg[SEG_TR].attributes = 0x8b;
    s.gdt_limit = s.idt_limit = 0xffff;
    s.dr6 = 0xffff0ff0;
    s.dr7 = 0x400;
    int err = vcpu_set_state(v, &s);
    ASSERT(err == 0);
}

int vcpu_make(struct vm *vm, struct vcpu **result)
{
    struct vcpu *v = calloc(1, sizeof *v);
    if (v == NULL)
        return -ENOMEM;
    v->vmcb = mmu_page_get(vm);
    if (v->vmcb == NULL) {
        free(v);
        return -ENOMEM;
    }
    svm_vmcb_init(v->vmcb);
    v->refs = 1;
    v->vm = vm;
    vm_ref(vm);
    enlist(v);
    int err = mmu_vcpu_init(v);
    if (err < 0) {
        destroy(v);
        return err;
    }
    reset(v);
    *result = v;
    return 0;
}

void vcpu_unref(struct vcpu *v)
{
    enum intr_level old = intr_disable();
    unsigned left = --v->refs;
    intr_set_level(old);
    if (left == 0)
        destroy(v);
}

int vcpu_acquire(struct vcpu *v)
{
    enum intr_level old = intr_disable();
    bool was = v->busy;
    v->busy = true;
    intr_set_level(old);
    return was ? -EBUSY : 0;
}

void vcpu_release(struct vcpu *v)
{
    v->busy = false;
}

uint32_t vcpu_guest_state(const struct vcpu *v)
{
    uint32_t hash = v->vmcb->rip + v->vmcb->rax * 3 + v->vmcb->rsp * 5;
    for (unsigned i = 0; i < REG_COUNT; i++)
        hash = (hash << 7 | hash >> 25) + v->regs[i];
    return hash;
}

/* ---- Control -------------------------------------------------------------------------------- */

static int get_state(struct vcpu *v, uintptr_t arg)
{
    struct vcpu_state s;
    vcpu_get_state(v, &s);
    return uaccess_write(arg, &s, sizeof s);
}

static int set_state(struct vcpu *v, uintptr_t arg)
{
    struct vcpu_state s;
    int err = uaccess_read(&s, arg, sizeof s);
    return err < 0 ? err : vcpu_set_state(v, &s);
}

/* Where another thread runs the guest, it stands before an entry while this one runs, and sees this
 * then.  (With more processors the one it runs on would have to be told.) */
int vcpu_interrupt(struct vcpu *v, uintptr_t arg)
{
    uint32_t vector;
    if (uaccess_read(&vector, arg, sizeof vector) < 0)
        return -EFAULT;
    if (vector > 255)
        return -EINVAL;
    enum intr_level old = intr_disable();
    bool waits = v->interrupt.valid;
    if (!waits)
        v->interrupt = (struct vcpu_event){.valid = true, .vector = vector};
    intr_set_level(old);
    return waits ? -EBUSY : 0;
}

static int translate(struct vcpu *v, uintptr_t arg)
{
    struct vcpu_translate t;
    struct walk w;
    if (uaccess_read(&t, arg, sizeof t) < 0)
        return -EFAULT;
    if (t.access & ~(PF_WRITE | PF_USER | PF_FETCH))
        return -EINVAL;
    int r = walk_guest(v, t.gva, t.access, false, &w);
    if (r < 0)
        return r;
    if (r == MMU_MEMORY)
        return -ENXIO;
    t.error = r == MMU_REFLECT ? w.fault + 1 : 0;
    t.gpa = r == MMU_REFLECT ? 0 : w.gfn << PGBITS | (t.gva & PGMASK);
    return uaccess_write(arg, &t, sizeof t);
}

int vcpu_control(struct vcpu *v, unsigned op, uintptr_t arg)
{
    switch (op) {
    case VCPU_GET_STATE:
        return get_state(v, arg);
    case VCPU_SET_STATE:
        return set_state(v, arg);
    case VCPU_TRANSLATE:
        return translate(v, arg);
    default:
        return -EINVAL;
    }
}
