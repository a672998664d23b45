/* SPDX-License-Identifier: MIT
 * Segments, interrupt table and task state, and who handles what comes through them.
 *
 * A probe is a piece of code that may get an exception: probe_run() notes its own stack, and the
 * first trap that nobody handles goes back there with what was seen, as a long jump would.
 */
#include "virt/guest/guest.h"
#include "virt/guest/cpu.h"

#define VECTORS 256
#define STUB_SIZE 16
extern const char trap_stubs[];
extern const char probe_read[], probe_write[], probe_fetch[];
void probe_enter(const void *code, bool user, uint32_t eax, uint32_t ebx);
void probe_leave(void) NO_RETURN;
void trap_dispatch(struct trap_frame *frame);

struct task_state {
    uint32_t link, esp0, ss0;
    uint32_t unused[22];
    uint16_t trap, io_map;
} __attribute__((packed));
static_assert(sizeof(struct task_state) == 104, "the processor's size");

struct table_register {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed));

struct cpu {
    struct cpu *self;
    uint32_t probe_esp;    /* Where probe_leave() returns to; 0: no probe. */
    uint32_t *probe_stack; /* User mode's. */
    unsigned number;
    struct probe result;
    uint64_t gdt[7];
    struct task_state tss;
    uint32_t trap_stack[512]; /* Of probes; others have their own. */
    uint32_t user_stack[64];
};
static_assert(offsetof(struct cpu, probe_esp) == CPU_PROBE_ESP, "trap-stubs.S");
static_assert(offsetof(struct cpu, probe_stack) == CPU_PROBE_STACK, "trap-stubs.S");

#define FLAT 0x00cf000000000000ull
static const uint64_t segments[5] = {
    0,
    FLAT | 0x9b000000ffffull, /* Kernel code. */
    FLAT | 0x93000000ffffull, /* Kernel data. */
    FLAT | 0xfb000000ffffull, /* User code. */
    FLAT | 0xf3000000ffffull, /* User data. */
};
static struct cpu cpus[CPUS_MAX];
static uint64_t idt[VECTORS];
static trap_handler *handlers[VECTORS];

static struct cpu *cpu_self(void)
{
    struct cpu *cpu;
    asm("movl %%fs:0, %0" : "=r"(cpu));
    return cpu;
}

unsigned cpu_number(void)
{
    return cpu_self()->number;
}

static uint64_t with_base(uint64_t descriptor, uint32_t base)
{
    return descriptor | (uint64_t)(base & 0xff000000u) << 32 | (uint64_t)(base & 0xffffffu) << 16;
}

/* A 32-bit interrupt gate to OFFSET for callers of level DPL. */
static uint64_t gate(uint32_t offset, unsigned dpl)
{
    uint32_t low = SEL_KERNEL_CODE << 16 | (offset & 0xffff);
    uint32_t high = (offset & 0xffff0000u) | 0x8e00u | dpl << 13;
    return (uint64_t)high << 32 | low;
}

static void load_segments(void)
{
    asm volatile("ljmp %0, $1f; 1:" : : "i"(SEL_KERNEL_CODE));
    asm volatile("mov %0, %%ss" : : "r"(SEL_KERNEL_DATA));
    asm volatile("mov %0, %%ds; mov %0, %%es; mov %0, %%gs" : : "r"(SEL_USER_DATA));
    asm volatile("mov %0, %%fs" : : "r"(SEL_CPU));
    asm volatile("lldt %w0" : : "r"(0));
    asm volatile("ltr %w0" : : "r"(SEL_TSS));
}

static void init_cpu(struct cpu *cpu, unsigned number)
{
    cpu->self = cpu;
    cpu->number = number;
    cpu->probe_stack = cpu->user_stack + 64;
    cpu->tss = (struct task_state){.ss0 = SEL_KERNEL_DATA,
                                   .esp0 = (uint32_t)(cpu->trap_stack + 512),
                                   .io_map = sizeof cpu->tss};
    for (unsigned i = 0; i < 5; i++) {
        cpu->gdt[i] = segments[i];
    }
    cpu->gdt[SEL_TSS / 8] =
        with_base((uint64_t)0x89 << 40 | (sizeof cpu->tss - 1), (uint32_t)&cpu->tss);
    cpu->gdt[SEL_CPU / 8] = with_base(segments[SEL_USER_DATA / 8], (uint32_t)cpu);
}

void trap_init_cpu(unsigned number)
{
    struct cpu *cpu = &cpus[number];
    init_cpu(cpu, number);
    struct table_register r = {sizeof cpu->gdt - 1, (uint32_t)cpu->gdt};
    asm volatile("lgdt %0" : : "m"(r));
    load_segments();
    r = (struct table_register){sizeof idt - 1, (uint32_t)idt};
    asm volatile("lidt %0" : : "m"(r));
}

void trap_init(void)
{
    for (unsigned i = 0; i < VECTORS; i++) {
        bool user = i == VECTOR_SYSCALL || i == VECTOR_DONE;
        idt[i] = gate((uint32_t)trap_stubs + i * STUB_SIZE, user ? 3 : 0);
    }
    trap_init_cpu(0);
}

void trap_set(uint8_t vector, trap_handler *handler)
{
    handlers[vector] = handler;
}

void trap_set_stack(uint32_t esp0)
{
    cpu_self()->tss.esp0 = esp0;
}

/* Called by the stubs. */
void trap_dispatch(struct trap_frame *frame)
{
    if (handlers[frame->vector] != NULL) {
        handlers[frame->vector](frame);
        return;
    }
    uint32_t cr2 = frame->vector == VECTOR_PAGE_FAULT ? read_cr2() : 0;
    struct cpu *cpu = cpu_self();
    if (cpu->probe_esp == 0)
        guest_fail("exception %u, error %#x, at %#x, cr2 %#x", frame->vector, frame->error,
                   frame->eip, cr2);
    cpu->result = (struct probe){frame->vector, frame->error, cr2, frame->eip, frame->eax};
    probe_leave();
}

struct probe probe_run(const void *code, bool user, uint32_t eax, uint32_t ebx)
{
    probe_enter(code, user, eax, ebx);
    return cpu_self()->result;
}

struct probe probe_access(enum probe_access access, bool user, uint32_t address, uint32_t value)
{
    const char *const code[] = {probe_read, probe_write, probe_fetch};
    return probe_run(code[access], user, value, address);
}
