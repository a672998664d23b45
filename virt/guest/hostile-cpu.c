/* SPDX-License-Identifier: MIT
 * Modes of hostile: instructions and registers that must come to nothing, or to an exception.
 */
#include "virt/guest/hostile.h"

/* Pieces of code for hostile_try(): EAX and EBX are given, EAX is the result. */
extern const char try_in_byte[], try_in[], try_out[], try_rdmsr[], try_wrmsr[], try_ins[],
    try_outs[];
extern const char try_cr0[], try_cr3[], try_cr4[], try_cr1[], try_cr8[], try_lmsw[], try_dr7[];
extern const char try_vmrun[], try_vmload[], try_vmsave[], try_vmmcall[], try_stgi[], try_clgi[];
extern const char try_skinit[], try_invlpga[], try_far_jump[], try_far_call[], try_iret[];
extern const char try_lldt[], try_ltr[], try_load_ss[], try_load_ds[], try_retf[], try_rsm[];
extern const char try_invd[], try_icebp[], try_int3[], try_cpuid[], try_monitor[], try_fninit[];
asm(".text\n"
    "try_in_byte: movl %ebx, %edx; inb %dx, %al; int $0x81\n"
    "try_in: movl %ebx, %edx; orl $-1, %eax; inb %dx, %al; movl %eax, %ebx\n" /* All ones, or? */
    "    orl $-1, %eax; inw %dx, %ax; andl %eax, %ebx; inl %dx, %eax; andl %ebx, %eax; int $0x81\n"
    "try_out: movl %ebx, %edx; outb %al, %dx; outw %ax, %dx; outl %eax, %dx; int $0x81\n"
    "try_ins: movl %ebx, %edx; movl %eax, %edi; movl $3, %ecx; rep insb; int $0x81\n"
    "try_outs: movl %ebx, %edx; movl %eax, %esi; movl $3, %ecx; rep outsb; int $0x81\n"
    "try_rdmsr: movl %ebx, %ecx; rdmsr; int $0x81\n"
    "try_wrmsr: movl %ebx, %ecx; xorl %edx, %edx; wrmsr; int $0x81\n"
    "try_cr0: movl %eax, %cr0; int $0x81\n"
    "try_cr3: movl %eax, %cr3; int $0x81\n"
    "try_cr4: movl %eax, %cr4; int $0x81\n"
    "try_cr1: .byte 0x0f, 0x22, 0xc8; int $0x81\n"
    "try_cr8: .byte 0xf0, 0x0f, 0x22, 0xc0; int $0x81\n" /* AMD's way to write CR8. */
    "try_lmsw: lmsw %ax; int $0x81\n"
    "try_dr7: movl %eax, %dr7; int $0x81\n"
    "try_vmrun: .byte 0x0f, 0x01, 0xd8; int $0x81\n"
    "try_vmmcall: .byte 0x0f, 0x01, 0xd9; int $0x81\n"
    "try_vmload: .byte 0x0f, 0x01, 0xda; int $0x81\n"
    "try_vmsave: .byte 0x0f, 0x01, 0xdb; int $0x81\n"
    "try_stgi: .byte 0x0f, 0x01, 0xdc; int $0x81\n"
    "try_clgi: .byte 0x0f, 0x01, 0xdd; int $0x81\n"
    "try_skinit: .byte 0x0f, 0x01, 0xde; int $0x81\n"
    "try_invlpga: .byte 0x0f, 0x01, 0xdf; int $0x81\n"
    "try_far_jump: pushw %ax; pushl %ebx; ljmp *(%esp)\n"
    "try_far_call: pushw %ax; pushl %ebx; lcall *(%esp); int $0x81\n"
    "try_retf: pushl %eax; pushl %ebx; lret\n"
    "try_iret: pushl %ebx; pushl %eax; pushl %ebx; iret\n"
    "try_lldt: lldt %ax; int $0x81\n"
    "try_ltr: ltr %ax; int $0x81\n"
    "try_load_ss: movl %eax, %ss; int $0x81\n"
    "try_load_ds: movl %eax, %gs; int $0x81\n"
    "try_rsm: rsm; int $0x81\n"
    "try_invd: invd; wbinvd; int $0x81\n"
    "try_icebp: .byte 0xf1; int $0x81\n"
    "try_int3: int3; int $0x81\n"
    "try_cpuid: cpuid; int $0x81\n"
    "try_monitor: xorl %ecx, %ecx; monitor; mwait; int $0x81\n"
    "try_fninit: fninit; fwait; int $0x81\n");

static uint32_t next_random(void)
{
    return prng_next(&hostile_random);
}

/* ---- Ports ---- */

/* Not those that end the machine, start CPUs or are no accident. */
static bool is_harmless(uint32_t port)
{
    return (port < 0xf1 || port > 0xff) && (port < 0x700 || port > 0x713) &&
           (port < 0x3f8 || port > 0x3ff);
}

/* Nor those of vmm's controllers and timer. */
static bool is_nobodys(uint32_t port)
{
    return is_harmless(port) && (port & ~0x81u) != 0x20 && (port & ~3u) != 0x40 && port != 0x61;
}

/* In vmm: in all widths, and written too: some of QEMU's own devices end it for those. */
static void try_port(uint32_t port)
{
    uint32_t value;
    hostile_try(try_in, 0, port, &value);
    if (is_nobodys(port) && value != 0xffffffff)
        guest_fail("port %#x, where nothing is, gave %#x", port, value);
    if (is_harmless(port))
        hostile_try(try_out, next_random(), port, NULL);
}

#define STEP_BELOW 0x400u /* All of a PC's first ports are tried, whatever the step. */

/* Every port is read. */
void hostile_ports(void)
{
    static uint8_t buffer[64];
    bool write = hostile_in_vmm();
    uint32_t step = param_number("step", 1);
    for (uint32_t port = 0; port < 0x10000; port += port < STEP_BELOW ? 1 : step) {
        if (write)
            try_port(port);
        else
            hostile_try(try_in_byte, 0, port, NULL);
    }
    for (uint32_t port = 0x20; port < 0x40; port++) {
        hostile_try(try_ins, (uint32_t)buffer, port, NULL);
        if (write)
            hostile_try(try_outs, (uint32_t)buffer, port, NULL);
    }
}

/* ---- Registers ---- */

static bool is_known_msr(uint32_t msr)
{
    return msr - 0x174 < 3 || msr == MSR_EFER;
}

/* In vmm: read, and written with what is there and with bits at random. */
static void try_msr(uint32_t msr)
{
    uint32_t value, wanted = is_known_msr(msr) ? VECTOR_DONE : 13;
    uint32_t vector = hostile_try(try_rdmsr, 0, msr, &value);
    if (vector != wanted)
        guest_fail("reading MSR %#x: vector %u", msr, vector);
    if (vector == VECTOR_DONE)
        hostile_try(try_wrmsr, value, msr, NULL);
    if (msr == MSR_EFER)
        return;
    vector = hostile_try(try_wrmsr, next_random(), msr, NULL);
    if (vector != wanted)
        guest_fail("writing MSR %#x: vector %u", msr, vector);
}

/* All of the documented ranges. */
void hostile_msrs(void)
{
    static const uint32_t ranges[] = {0, 0xc0000000u, 0xc0010000u, 0x40000000u, 0xfffff000u};
    bool write = hostile_in_vmm();
    uint32_t step = param_number("step", 1);
    uint64_t efer = read_msr(MSR_EFER);
    for (unsigned r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        for (uint32_t i = 0; i < 0x2000; i += step) {
            if (write)
                try_msr(ranges[r] + i);
            else
                hostile_try(try_rdmsr, 0, ranges[r] + i, NULL);
        }
    }
    if (write)
        hostile_try(try_wrmsr, next_random(), MSR_EFER, NULL);
    hostile_try(try_wrmsr, efer, MSR_EFER, NULL);
}

/* Values that are wrong or odd; what was there comes back after each. */
void hostile_crs(void)
{
    static const uint32_t cr0[] = {0x80000010u, 0x80000000u, 0x20000011u};
    uint32_t saved0 = read_cr0(), saved4 = read_cr4();
    for (unsigned i = hostile_in_vmm() ? 0 : 2; i < 3;
         i++) { /* These are refused, but not by QEMU. */
        uint32_t vector = hostile_try(try_cr0, cr0[i], 0, NULL);
        if (vector != 13 && vector != VECTOR_DONE)
            guest_fail("CR0 %#x: vector %u", cr0[i], vector);
        write_cr0(saved0);
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        if (hostile_in_vmm() || bit < 11) /* QEMU hangs at some. */
            hostile_try(try_cr4, saved4 | 1u << bit, 0, NULL);
        write_cr4(saved4);
        hostile_try(try_cr3, 1u << bit | next_random(), 0, NULL);
        hostile_try(try_dr7, 1u << bit & ~0x20ffu, 0, NULL);
        if (bit != 0 && bit != 31)
            hostile_try(try_cr0, saved0 ^ 1u << bit, 0, NULL);
        write_cr0(saved0);
    }
    hostile_try(try_cr1, 0, 0, NULL);
    hostile_try(try_cr8, saved0, 0, NULL);
    hostile_try(try_lmsw, 0xfff0, 0, NULL); /* PE stays. */
    write_cr0(saved0);
    write_cr3(0);
    asm volatile("mov %0, %%dr7" : : "r"(0x400));
}

/* ---- Instructions ---- */

/* None of these may work. */
void hostile_svm(void)
{
    static const void *const code[] = {try_vmrun,   try_vmload, try_vmsave, try_stgi,   try_clgi,
                                       try_invlpga, try_skinit, try_rsm,    try_monitor};
    uint32_t page = page_alloc();
    unsigned count = sizeof code / sizeof *code - !hostile_in_vmm(); /* MWAIT would wait. */
    for (unsigned i = 0; i < count; i++) {
        for (uint32_t argument = 0; argument < 3; argument++) {
            uint32_t eax = argument == 0 ? page : argument == 1 ? 0xfffff000u : next_random();
            uint32_t vector = hostile_try(code[i], eax, 0, NULL);
            bool odd = i < 3 && eax % PAGE_SIZE != 0; /* #GP comes before an intercept. */
            if (vector != 6 && !(odd && vector == 13))
                guest_fail("instruction %u of SVM and such: vector %u", i, vector);
        }
    }
    for (uint32_t number = 0; number < 100; number++) {
        hostile_try(try_vmmcall, number < 50 ? number : next_random(), next_random(), NULL);
        hostile_try(try_cpuid, next_random(), 0, NULL);
    }
    hostile_try(try_invd, 0, 0, NULL);
    hostile_try(try_icebp, 0, 0, NULL);
    hostile_try(try_int3, 0, 0, NULL);
    hostile_try(try_fninit, 0, 0, NULL);
    page_free(page);
}

/* Far transfers and loads with any selector. */
void hostile_far(void)
{
    static const void *const code[] = {try_far_jump, try_far_call, try_retf,    try_iret,
                                       try_lldt,     try_ltr,      try_load_ss, try_load_ds};
    for (unsigned i = 0; i < sizeof code / sizeof *code; i++) {
        for (uint32_t n = 0; n < 200; n++) {
            uint32_t selector = n < 100 ? n : next_random() & 0xffff;
            bool real = (selector & ~7u) == SEL_KERNEL_CODE ||
                        (selector & ~7u) == (SEL_TSS & ~7u) ||
                        (selector & ~7u) == (SEL_USER_CODE & ~7u);
            bool null_task =
                code[i] == try_ltr && selector < 4; /* Later, QEMU ends itself by it. */
            if (!real && !null_task)
                hostile_try(code[i], selector, next_random() & ~EFLAGS_VM, NULL);
            asm volatile("mov %0, %%ss" : : "r"(SEL_KERNEL_DATA));
            asm volatile("mov %0, %%gs" : : "r"(SEL_USER_DATA));
        }
    }
    asm volatile("lldt %w0" : : "r"(0));
}

/* ---- Code at random ---- */

static unsigned ticks_left;

/* Ends a probe that loops: what it interrupts goes to VECTOR_DONE's code. */
static void break_loop(struct trap_frame *frame)
{
    if ((frame->cs & 3) == 0 || ticks_left-- > 0)
        return;
    frame->eip = (uint32_t)try_icebp;
    ticks_left = 1;
}

/* Random bytes, run in user mode with nothing of their own but one page. */
void hostile_code(void)
{
    struct space s;
    uint32_t first = pages_mark();
    hostile_paging(&s, false);
    uint32_t page = page_alloc();
    for (uint32_t va = 0; va < (memory_end() < (4u << 20) ? memory_end() : 4u << 20);
         va += PAGE_SIZE) {
        uint64_t rights = va == ((uint32_t)try_icebp & -PAGE_SIZE) ? PTE_U : PTE_W;
        entry_set(&s, space_entry(&s, va, 1), va | PTE_P | rights);
    }
    entry_set(&s, space_entry(&s, page, 1), page | PTE_P | PTE_W | PTE_U);
    flush_tlb();
    timer_start(1000, break_loop);
    for (uint32_t i = 0; i < param_number("count", 300); i++) {
        for (uint32_t at = 0; at < 64; at += 4) {
            *(uint32_t *)(page + at) = next_random();
        }
        ticks_left = 1;
        interrupts_on();
        probe_run((void *)page, true, next_random(), page + next_random() % PAGE_SIZE);
        interrupts_off();
        asm volatile("mov %0, %%ds; mov %0, %%es; mov %0, %%gs" : : "r"(SEL_USER_DATA));
        asm volatile("mov %0, %%fs; cld" : : "r"(SEL_CPU));
    }
    timer_stop();
    paging_off();
    pages_release(first);
}
