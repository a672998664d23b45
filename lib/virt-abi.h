/* SPDX-License-Identifier: MIT
 * What passes between programs and the kernel to run guests: see docs/VIRT.md.
 *
 * vm_create() gives a descriptor for a virtual machine, vcpu_create() one for a virtual CPU of it.
 * vm_control() and vcpu_control() take an operation and a structure; vcpu_run() runs the guest
 * until something happens that its program must handle.  All return 0 or what they are asked for,
 * or a negative errno: -ENODEV on a CPU that has no SVM, -EBADF, -EINVAL, -EFAULT, -ENOMEM, -EPERM
 * for a process other than the one that made the machine.
 */
#ifndef LIB_VIRT_ABI_H
#define LIB_VIRT_ABI_H

#include <stdint.h>

/* vm_create() takes one: how the machine's memory is translated.  VM_MODE_DEFAULT: as -shadow
 * says. */
enum vm_mode { VM_MODE_DEFAULT, VM_MODE_VTLB, VM_MODE_CACHE, VM_MODE_NPT };

enum vm_op {
    VM_SET_SLOT = 1,     /* in struct vm_slot */
    VM_GET_DIRTY = 2,    /* in and out struct vm_dirty */
    VM_SET_CACHE = 3,    /* in struct vm_cache */
    VM_GET_CACHE = 4,    /* out struct vm_cache */
    VM_GET_COUNTERS = 5, /* out struct vm_counters */
    VM_IDLE = 6,         /* in and out struct vm_idle */
    VM_RECLAIM = 7,      /* in struct vm_reclaim */
    VM_AUDIT = 8, /* no argument: checks everything at once; 0, or -ENOSYS in the release build */
};

/* A stretch of the caller's memory that the guest sees at a physical address.  All of it
 * page-aligned; slots may not overlap in guest-physical space (-EEXIST), but may in user memory.
 * SIZE 0 takes the slot away. */
#define VM_SLOTS 8
#define VM_SLOT_READONLY 1  /* The guest's writes end in VCPU_EXIT_MEMORY. */
#define VM_SLOT_LOG_DIRTY 2 /* VM_GET_DIRTY tells which pages were written. */
struct vm_slot {
    uint32_t slot; /* 0 … VM_SLOTS - 1 */
    uint32_t flags;
    uint32_t gpa, size; /* Below 4 GB; bytes. */
    uint32_t uaddr;
};

/* Which pages of a slot were written since last asked: a bit for each, the first page's lowest, at
 * BITMAP, which is size / 4096 bits rounded up to 4 bytes. */
struct vm_dirty {
    uint32_t slot;
    uint32_t bitmap; /* User address. */
};

/* The shadow-page cache (VM_MODE_CACHE).  May be set while guests run. */
enum vm_mark { VM_MARK_CREATE, VM_MARK_FILL };           /* What counts as a use. */
enum vm_age { VM_AGE_NONE, VM_AGE_LEAF, VM_AGE_PARENT }; /* Whose accessed bits count, too. */
enum vm_room { VM_ROOM_BATCH, VM_ROOM_ONE, VM_ROOM_FULLEST };
#define VM_POLICY_NAME_MAX 16
struct vm_cache {
    uint32_t pages;                  /* At most so many shadow pages; 0: as it is. */
    char policy[VM_POLICY_NAME_MAX]; /* A name of vm/evict/; empty: as it is. */
    uint8_t mark, age;               /* enum vm_mark, vm_age */
    uint8_t room;                    /* enum vm_room: how room is made when the cache is full. */
    uint8_t reserved;
};

/* Of one machine since its beginning. */
struct vm_counters {
    uint64_t exits;          /* All of them. */
    uint64_t faults;         /* #PF (npt: #NPF) exits that were not the guest's own. */
    uint64_t reflected;      /* …and those that were. */
    uint64_t fills;          /* Leaf entries set. */
    uint64_t shadow_created; /* Shadow pages made. */
    uint64_t shadow_reused;  /* Found in the cache. */
    uint64_t shadow_pages;   /* In use now. */
    uint64_t zapped;         /* Shadow pages ended, for whatever reason. */
    uint64_t evicted;        /* …to make room. */
    uint64_t flooded;        /* …because the guest wrote their table too often. */
    uint64_t write_traps;    /* Stores to write-protected tables. */
    uint64_t syncs;          /* Unsync tables read anew. */
    uint64_t unsyncs;        /* Tables let go unsync. */
    uint64_t notified;       /* Leaf entries taken by the host. */
    uint64_t flushes;        /* Entries with a flush of the TLB. */
    uint64_t cr3_loads;      /* By the guest. */
    uint64_t scans;          /* Shadow pages looked at for eviction. */
    uint64_t ref_skips;      /* Passed over because they were in use. */
    uint64_t fifo_fallbacks; /* Chosen in queue order, as all were in use. */
    uint64_t age_bits;       /* Entries looked at for accessed bits by ageing. */
    uint64_t emulated;       /* Instructions carried out by the kernel. */
    uint64_t injected;       /* Interrupts and exceptions given to the guest. */
    uint64_t shrunk;         /* Pages given back to the host, or to the group at its limit. */
};

/* Idle pages, as the host sees them.  MARK: forget all references to the slot's pages.  ASK: which
 * resident pages were not referenced since (a bit each, as in vm_dirty). */
enum vm_idle_action { VM_IDLE_MARK, VM_IDLE_ASK };
struct vm_idle {
    uint32_t slot;
    uint32_t action;
    uint32_t bitmap;          /* ASK: user address. */
    uint32_t resident_bitmap; /* ASK: user address, or 0: which are resident. */
};
/* Makes the host evict so many of its pages, by its own policy, as if memory had run short. */
struct vm_reclaim {
    uint32_t pages;
    uint32_t done; /* Out. */
};

/* ---- Virtual CPUs --------------------------------------------------------------------------- */

enum vcpu_op {
    VCPU_GET_STATE = 1, /* out struct vcpu_state */
    VCPU_SET_STATE = 2, /* in struct vcpu_state; refused, it leaves everything as it was */
    /* in uint32_t: an external interrupt's vector; -EBUSY: one waits already.  By any thread, also
     * while another runs the guest. */
    VCPU_INTERRUPT = 3,
    VCPU_TRANSLATE = 4, /* in and out struct vcpu_translate */
};

enum vcpu_segment { SEG_ES, SEG_CS, SEG_SS, SEG_DS, SEG_FS, SEG_GS, SEG_LDTR, SEG_TR, SEG_COUNT };
struct vcpu_segment_state {
    uint16_t selector;
    uint16_t
        attributes; /* As in the VMCB: type 0–3, S 4, DPL 5–6, P 7, AVL 8, L 9, D/B 10, G 11. */
    uint32_t limit;
    uint32_t base;
};

/* As after INIT when all zero but what vcpu_create() sets: real mode at f000:fff0. */
enum vcpu_reg { REG_EAX, REG_ECX, REG_EDX, REG_EBX, REG_ESP, REG_EBP, REG_ESI, REG_EDI, REG_COUNT };
struct vcpu_state {
    uint32_t regs[REG_COUNT];
    uint32_t eip, eflags;
    uint32_t cr0, cr2, cr3, cr4;
    uint64_t efer;
    struct vcpu_segment_state seg[SEG_COUNT];
    uint32_t gdt_base, gdt_limit, idt_base, idt_limit;
    uint32_t sysenter_cs, sysenter_esp, sysenter_eip;
    uint32_t dr6, dr7;
};

/* What GVA stands for by the guest's tables now, without touching accessed bits. */
struct vcpu_translate {
    uint32_t gva;
    uint32_t access; /* Error-code bits: 2 write, 4 user. */
    uint32_t gpa;    /* Out. */
    uint32_t error;  /* Out: 0, or the fault's error code + 1. */
};

enum vcpu_exit {
    VCPU_EXIT_IO = 1,       /* .io: for IN, put the value there and run again. */
    VCPU_EXIT_HLT = 2,      /* Halted: run again when an interrupt is there to wake it. */
    VCPU_EXIT_SHUTDOWN = 3, /* Triple fault: the guest is at its end. */
    VCPU_EXIT_MEMORY = 4,   /* .memory: no such guest-physical memory, or read-only. */
    VCPU_EXIT_WINDOW = 5,   /* It could take an interrupt now (want_window). */
    VCPU_EXIT_TIME = 6,     /* The deadline has come. */
    VCPU_EXIT_CALL = 7,     /* VMMCALL: number in EAX, arguments in EBX, ECX, EDX; result to EAX. */
    VCPU_EXIT_FAILED = 8,   /* The kernel cannot go on with it: .failed says why. */
};

struct vcpu_run {
    /* In. */
    uint64_t deadline_ns; /* Uptime (of kstat timer or time()); 0: none. */
    uint32_t want_window; /* Return with VCPU_EXIT_WINDOW as soon as it takes interrupts. */
    /* Out. */
    uint32_t exit;          /* enum vcpu_exit */
    uint32_t can_interrupt; /* VCPU_INTERRUPT would be taken at once. */
    union {
        struct {
            uint16_t port;
            uint8_t size; /* 1, 2, 4 */
            uint8_t in;
            uint32_t value;
        } io;
        struct {
            uint32_t gpa, gva, write;
        } memory;
        struct {
            uint32_t number, args[3];
            uint32_t result; /* In, at the next run. */
        } call;
        struct {
            uint32_t code, info1, info2; /* The hardware's exit code. */
            char why[48];
        } failed;
    };
};

#endif
