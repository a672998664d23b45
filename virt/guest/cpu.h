/* SPDX-License-Identifier: MIT
 * The processor: one inline function for each instruction that C has no word for.
 */
#ifndef VIRT_GUEST_CPU_H
#define VIRT_GUEST_CPU_H

#include <stdbool.h>
#include <stdint.h>

#define CR0_PE (1u << 0)
#define CR0_WP (1u << 16)
#define CR0_PG (1u << 31)
#define CR4_PSE (1u << 4)
#define CR4_PAE (1u << 5)
#define CR4_PGE (1u << 7)
#define EFLAGS_TF (1u << 8)
#define EFLAGS_IF (1u << 9)
#define EFLAGS_VM (1u << 17)

#define MSR_EFER 0xc0000080u
#define EFER_NXE (1u << 11)

#define DEFINE_CONTROL_REGISTER(NAME)                                                              \
    static inline uint32_t read_##NAME(void)                                                       \
    {                                                                                              \
        uint32_t value;                                                                            \
        asm volatile("mov %%" #NAME ", %0" : "=r"(value));                                         \
        return value;                                                                              \
    }                                                                                              \
    static inline void write_##NAME(uint32_t value)                                                \
    {                                                                                              \
        asm volatile("mov %0, %%" #NAME : : "r"(value) : "memory");                                \
    }
DEFINE_CONTROL_REGISTER(cr0)
DEFINE_CONTROL_REGISTER(cr2)
DEFINE_CONTROL_REGISTER(cr3)
DEFINE_CONTROL_REGISTER(cr4)

static inline void outb(uint16_t port, uint8_t value)
{
    asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline void outl(uint16_t port, uint32_t value)
{
    asm volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint8_t inb(uint16_t port)
{
    uint8_t value;
    asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static inline uint32_t inl(uint16_t port)
{
    uint32_t value;
    asm volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static inline void invlpg(uint32_t address)
{
    asm volatile("invlpg (%0)" : : "r"(address) : "memory");
}

/* Forgets all translations but those of global pages. */
static inline void flush_tlb(void)
{
    write_cr3(read_cr3());
}

static inline uint64_t read_msr(uint32_t msr)
{
    uint64_t value;
    asm volatile("rdmsr" : "=A"(value) : "c"(msr));
    return value;
}

static inline void write_msr(uint32_t msr, uint64_t value)
{
    asm volatile("wrmsr" : : "c"(msr), "A"(value));
}

/* *P = VALUE if it is *OLD; returns whether.  In one piece. */
static inline bool compare_exchange_64(volatile uint64_t *p, uint64_t *old, uint64_t value)
{
    bool done;
    asm volatile("lock cmpxchg8b %1; sete %0"
                 : "=q"(done), "+m"(*p), "+A"(*old)
                 : "b"((uint32_t)value), "c"((uint32_t)(value >> 32))
                 : "memory", "cc");
    return done;
}

struct cpuid {
    uint32_t eax, ebx, ecx, edx;
};

static inline struct cpuid cpuid(uint32_t leaf)
{
    struct cpuid id;
    asm volatile("cpuid"
                 : "=a"(id.eax), "=b"(id.ebx), "=c"(id.ecx), "=d"(id.edx)
                 : "a"(leaf), "c"(0));
    return id;
}

static inline bool cpu_has_nx(void)
{
    return cpuid(0x80000000u).eax >= 0x80000001u && (cpuid(0x80000001u).edx & (1u << 20)) != 0;
}

static inline void interrupts_on(void)
{
    asm volatile("sti" : : : "memory");
}

static inline void interrupts_off(void)
{
    asm volatile("cli" : : : "memory");
}

/* Waits for an interrupt, with none lost between looking and halting: call with them off. */
static inline void halt_for_interrupt(void)
{
    asm volatile("sti; hlt; cli" : : : "memory");
}

#endif
