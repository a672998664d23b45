/* SPDX-License-Identifier: MIT
 * The virtual machine control block: what the CPU knows of a guest (AMD APM 2, appendix B), its
 * exit codes (appendix C), and the bits of registers that a guest shares with it.
 */
#ifndef VIRT_VMCB_H
#define VIRT_VMCB_H

#include <debug.h>
#include <stddef.h>
#include <stdint.h>

struct vmcb_segment {
    uint16_t selector, attributes;
    uint32_t limit;
    uint64_t base;
};

/* Fields of 8 bytes whose upper halves are always zero here are two of 4 bytes. */
struct vmcb {
    uint16_t cr_read, cr_write; /* Intercepts: a bit for each register… */
    uint16_t dr_read, dr_write;
    uint32_t exceptions; /* …or vector, */
    uint32_t intercepts; /* INTERCEPT_… */
    uint32_t intercepts2;
    uint8_t reserved14[0x40 - 0x14];
    uint64_t iopm, msrpm; /* Physical. */
    uint64_t tsc_offset;
    uint32_t asid;
    uint8_t tlb_control, reserved5d[3];
    uint32_t int_control; /* INT_… */
    uint8_t int_vector, reserved65[3];
    uint32_t int_shadow, reserved6c; /* Bit 0: the instruction after STI or MOV SS. */
    uint32_t exit_code, exit_code_high;
    uint64_t exit_info1, exit_info2;
    uint32_t exit_event, exit_event_error; /* As `event`: what was being delivered. */
    uint32_t nested, reserved94;
    uint8_t reserved98[0xa8 - 0x98];
    uint32_t event, event_error; /* EVENT_…: to deliver at the next entry. */
    uint64_t nested_cr3;
    uint8_t reservedb8[0xc8 - 0xb8];
    uint64_t next_rip; /* 0 where the CPU does not tell. */
    uint8_t reservedd0[0x400 - 0xd0];

    struct vmcb_segment es, cs, ss, ds, fs, gs, gdtr, ldtr, idtr, tr;
    uint8_t reserved4a0[0x4cb - 0x4a0];
    uint8_t cpl;
    uint32_t reserved4cc;
    uint64_t efer;
    uint8_t reserved4d8[0x548 - 0x4d8];
    uint64_t cr4, cr3, cr0, dr7, dr6, rflags, rip;
    uint8_t reserved580[0x5d8 - 0x580];
    uint64_t rsp;
    uint8_t reserved5e0[0x5f8 - 0x5e0];
    uint64_t rax;
    uint64_t star[4], kernel_gs_base; /* Of no use to 32-bit guests. */
    uint64_t sysenter_cs, sysenter_esp, sysenter_eip;
    uint64_t cr2;
    uint8_t reserved648[0x668 - 0x648];
    uint64_t pat;
    uint8_t reserved670[0x1000 - 0x670];
} __attribute__((packed, aligned(8)));

#define VMCB_AT(FIELD, OFFSET) static_assert(offsetof(struct vmcb, FIELD) == OFFSET, #FIELD)
VMCB_AT(intercepts, 0x0c);
VMCB_AT(asid, 0x58);
VMCB_AT(int_vector, 0x64);
VMCB_AT(exit_code, 0x70);
VMCB_AT(exit_event, 0x88);
VMCB_AT(event, 0xa8);
VMCB_AT(nested_cr3, 0xb0);
VMCB_AT(next_rip, 0xc8);
VMCB_AT(tr, 0x490);
VMCB_AT(efer, 0x4d0);
VMCB_AT(rip, 0x578);
VMCB_AT(rsp, 0x5d8);
VMCB_AT(rax, 0x5f8);
VMCB_AT(sysenter_cs, 0x628);
VMCB_AT(cr2, 0x640);
VMCB_AT(pat, 0x668);
static_assert(sizeof(struct vmcb) == 0x1000, "a page");

/* Intercepts, of the first word and of the second. */
#define INTERCEPT_INTR (1u << 0)
#define INTERCEPT_NMI (1u << 1)
#define INTERCEPT_SMI (1u << 2)
#define INTERCEPT_INIT (1u << 3)
#define INTERCEPT_VINTR (1u << 4)
#define INTERCEPT_TR_WRITE (1u << 13)
#define INTERCEPT_RDPMC (1u << 15)
#define INTERCEPT_CPUID (1u << 18)
#define INTERCEPT_RSM (1u << 19)
#define INTERCEPT_INVD (1u << 22)
#define INTERCEPT_PAUSE (1u << 23)
#define INTERCEPT_HLT (1u << 24)
#define INTERCEPT_INVLPG (1u << 25)
#define INTERCEPT_INVLPGA (1u << 26)
#define INTERCEPT_IO (1u << 27)
#define INTERCEPT_MSR (1u << 28)
#define INTERCEPT_TASK_SWITCH (1u << 29)
#define INTERCEPT_SHUTDOWN (1u << 31)
#define INTERCEPT2_VMMCALL (1u << 1)
/* VMRUN (which must be there), VMMCALL, VMLOAD, VMSAVE, STGI, CLGI, SKINIT, RDTSCP; WBINVD,
 * MONITOR, MWAIT, XSETBV. */
#define INTERCEPT2_ALL 0x3effu

#define INT_V_IRQ (1u << 8)
#define INT_IGNORE_TPR (1u << 20)
#define INT_PRIORITY (0xfu << 16)
#define INT_MASKING (1u << 24) /* The host's IF, not the guest's, holds real interrupts off. */

#define EVENT_VECTOR 0xffu
#define EVENT_TYPE(TYPE) ((uint32_t)(TYPE) << 8)
#define EVENT_TYPE_OF(EVENT) ((EVENT) >> 8 & 7)
#define EVENT_INTERRUPT 0
#define EVENT_EXCEPTION 3
#define EVENT_HAS_ERROR (1u << 11)
#define EVENT_VALID (1u << 31)

#define TLB_FLUSH_ALL 1

enum vmcb_exit {
    EXIT_CR_READ = 0x00,  /* + number */
    EXIT_CR_WRITE = 0x10, /* + number */
    EXIT_DR_READ = 0x20,
    EXIT_DR_WRITE = 0x30,
    EXIT_EXCEPTION = 0x40, /* + vector */
    EXIT_INTR = 0x60,
    EXIT_NMI,
    EXIT_SMI,
    EXIT_INIT,
    EXIT_VINTR,
    EXIT_TR_WRITE = 0x6d,
    EXIT_CPUID = 0x72,
    EXIT_INVD = 0x76,
    EXIT_PAUSE,
    EXIT_HLT = 0x78,
    EXIT_INVLPG,
    EXIT_INVLPGA,
    EXIT_IO,
    EXIT_MSR,
    EXIT_TASK_SWITCH,
    EXIT_FERR_FREEZE,
    EXIT_SHUTDOWN,
    EXIT_VMRUN,
    EXIT_VMMCALL,
    EXIT_WBINVD = 0x89,
    EXIT_NESTED_FAULT = 0x400,
    EXIT_INVALID = -1,
};

/* Segment attributes: type 0–3, S 4, DPL 5–6, P 7, AVL 8, L 9, D/B 10, G 11. */
#define SEG_ATTR_CODE 0x008
#define SEG_ATTR_S 0x010
#define SEG_ATTR_DPL 0x060
#define SEG_ATTR_P 0x080
#define SEG_ATTR_L 0x200
#define SEG_ATTR_BIG 0x400
#define SEG_ATTR_ALL 0xfff

#define CR0_PE (1u << 0)
#define CR0_MP (1u << 1)
#define CR0_EM (1u << 2)
#define CR0_TS (1u << 3)
#define CR0_ET (1u << 4)
#define CR0_NE (1u << 5)
#define CR0_WP (1u << 16)
#define CR0_AM (1u << 18)
#define CR0_NW (1u << 29)
#define CR0_CD (1u << 30)
#define CR0_PG (1u << 31)
#define CR0_ALL 0xe005003fu

#define CR4_TSD (1u << 2)
#define CR4_DE (1u << 3)
#define CR4_PSE (1u << 4)
#define CR4_PAE (1u << 5)
#define CR4_MCE (1u << 6)
#define CR4_PGE (1u << 7)

#define EFER_NXE (1u << 11)
#define EFER_SVME (1u << 12)

#endif
