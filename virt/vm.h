/* SPDX-License-Identifier: MIT
 * Virtual machines and their virtual CPUs, as the parts of virt/ know them.
 *
 *   descriptor ── vm ──┬─ slots            guest-physical memory: stretches of its process's memory
 *                      ├─ mmu (mmu.h)      shadow or nested tables, all under vm_lock
 *                      └─ vcpu … vcpu      each run by whichever thread calls vcpu_run()
 *                           └─ vmcb        what the CPU knows of it
 *
 * The guest's memory is its process's memory: pageable, counted and limited like any other.  What
 * runs for a virtual CPU runs in a thread of that process, so guest memory is reached by the user
 * address that a slot gives (gmem.c), and a page that is not there comes by an ordinary fault.
 */
#ifndef VIRT_VM_H
#define VIRT_VM_H

#include <list.h>
#include <stdbool.h>
#include <stdint.h>
#include <virt-abi.h>
#include "threads/synch.h"
#include "virt/mmu.h"
#include "vm/notifier.h"

struct aspace;
struct process;
struct vmcb;

struct vm {
    unsigned refs;           /* Interrupts off: the descriptor's, and one for each vcpu. */
    struct process *process; /* Whose it is; never dereferenced, only compared. */
    struct aspace *aspace;   /* vm_lock; NULL once the address space has ended. */
    struct aspace_notifier notifier;

    struct lock slots_lock; /* Above as_lock: who changes slots.  Readers need vm_lock or this. */
    struct vm_slot_info slots[VM_SLOTS];
    unsigned slots_version; /* vm_lock: changes with every change of a slot. */

    const struct mmu_mode *mode; /* Constant. */
    struct vm_mmu mmu;           /* vm_lock. */
    struct vm_counters counters; /* Each changed by one kind of place only; see virt-abi.h. */
    struct list vcpus;           /* vm_lock; by struct vcpu's elem. */
};

/* An event that waits to be delivered to the guest. */
struct vcpu_event {
    bool valid;
    uint8_t vector;
    uint8_t type; /* VMCB EVENTINJ type: 0 interrupt, 3 exception, 4 software. */
    bool has_error;
    uint32_t error;
};

/* What is still to be done of an instruction that the program had to handle. */
enum vcpu_pending { PENDING_NONE, PENDING_IN, PENDING_IN_STRING, PENDING_CALL };

/* A virtual CPU.  All of it belongs to the one thread that holds `busy`, but for what says
 * otherwise. */
struct vcpu {
    unsigned refs;
    struct vm *vm;
    bool busy; /* Interrupts off: a thread is in vcpu_run() or vcpu_control(). */
    struct list_elem elem;

    struct vmcb *vmcb; /* A page. */
    uint32_t regs[REG_COUNT];
    uint32_t cr0, cr3, cr4; /* The guest's view; CR2 is in the VMCB. */
    uint64_t efer;
    uint32_t dr[8];              /* The guest's view, but DR6's, which is the VMCB's. */
    struct vcpu_event exception; /* To be given at the next entry. */
    struct vcpu_event interrupt; /* From VCPU_INTERRUPT; set, interrupts off, by any thread. */
    int16_t delivering;          /* The exception that an exit came in the middle of, or -1. */
    bool shut_down;              /* Triple fault: until its state is set anew. */
    uint8_t pending;             /* enum vcpu_pending */
    bool offered;                /* `interrupt` was in the VMCB at the last entry, … */
    uint32_t entry_eip, entry_esp, entered_cr3; /* …and so were these. */
    uint64_t deadline;                          /* In counts of the time-stamp counter; 0: none. */
    uint64_t deadline_ns;                       /* What it was made of, … */
    uint32_t deadline_set;                      /* …at which tick. */
    struct vcpu_mmu mmu;
    struct vcpu_run run; /* What goes back to the program. */
};

/* vm.c and vcpu.c: life.  All return 0 or a negative errno and may sleep. */
int vm_make(unsigned mode, struct vm **vm);
void vm_ref(struct vm *vm);
void vm_unref(struct vm *vm);
int vcpu_make(struct vm *vm, struct vcpu **vcpu);
void vcpu_unref(struct vcpu *vcpu);

/* The calls on them, with user addresses.  Their process is the running one. */
int vm_control(struct vm *vm, unsigned op, uintptr_t arg);
int vcpu_control(struct vcpu *vcpu, unsigned op, uintptr_t arg);
/* VCPU_INTERRUPT, the only one for which the caller need not have the virtual CPU. */
int vcpu_interrupt(struct vcpu *vcpu, uintptr_t arg);
int vcpu_run(struct vcpu *vcpu, uintptr_t run);
/* Does VM belong to the running process, in its present program?  0 or -EPERM. */
int vm_check_owner(const struct vm *vm);
/* VCPU becomes the calling thread's alone: 0, or -EBUSY. */
int vcpu_acquire(struct vcpu *vcpu);
void vcpu_release(struct vcpu *vcpu);
/* It is at its end: nobody takes another for it that will lie in the same place. */
void vcpu_forget_entered(const struct vcpu *vcpu);
/* state.c: copy the guest's registers.  0, or -EINVAL for what no CPU could be in. */
void vcpu_get_state(const struct vcpu *vcpu, struct vcpu_state *state);
int vcpu_set_state(struct vcpu *vcpu, const struct vcpu_state *state);
/* Attributes that make a segment of the kind WHICH (enum vcpu_segment), and that no CPU stumbles
 * over. */
uint16_t vcpu_fit_attributes(unsigned which, uint16_t attributes);
/* May a guest's register hold this?  (EFER: as the guest sees it.) */
bool vcpu_cr0_valid(uint32_t cr0);
bool vcpu_cr4_valid(uint32_t cr4);
bool vcpu_efer_valid(uint64_t efer);

/* Adds the counters of a machine that ends to the kernel's own (stats.c). */
void virt_count_machine(const struct vm_counters *counters);

/* Changes when the guest gets anywhere: a hash of its registers. */
uint32_t vcpu_guest_state(const struct vcpu *vcpu);

/* Tells VCPU to give its guest exception VECTOR at the next entry. */
void vcpu_raise(struct vcpu *vcpu, uint8_t vector, bool has_error, uint32_t error);

/* The privilege level that the guest runs at. */
unsigned vcpu_cpl(const struct vcpu *vcpu);

/* emulate.c: carries out the store at the guest's EIP, which hit a write-protected table at GVA =
 * GPA, by mmu_write_table(), and steps over it.  False: it is no simple store, nothing was done. */
bool emulate_store(struct vcpu *vcpu, uint32_t gva, uint64_t gpa);

#endif
