/* SPDX-License-Identifier: MIT
 * Modes of hostile that end the machine, or leave it for others to end.
 */
#include "virt/guest/hostile.h"

struct table_register {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed));

static void load_idt(uint16_t limit, uint32_t base)
{
    struct table_register r = {limit, base};
    asm volatile("lidt %0" : : "m"(r));
}

static void say_last(const char *text)
{
    printf("%s\n", text);
    console_flush();
}

/* No interrupt table at all. */
void hostile_triple(void)
{
    say_last("triple fault");
    load_idt(0, 0);
    asm volatile("ud2");
}

/* Nothing interrupts it. */
void hostile_loop(void)
{
    say_last("loop");
    interrupts_off();
    for (;;) {
        asm volatile("" : : : "memory");
    }
}

void hostile_halt(void)
{
    say_last("halt");
    for (;;) {
        asm volatile("cli; hlt");
    }
}

static void leave_or_loop(unsigned cpu)
{
    interrupts_off();
    while (cpu > 0) {
        asm volatile("" : : : "memory");
    }
    hostile_halt();
}

/* The first CPU halts for good, the others never do. */
void hostile_leave(void)
{
    cpus_run(leave_or_loop);
}

/* Tables of garbage, then segments from them, then an interrupt. */
void hostile_gdt(void)
{
    uint32_t page = page_alloc();
    say_last("garbage descriptors");
    for (uint32_t at = 0; at < PAGE_SIZE; at += 4) {
        *(uint32_t *)(page + at) = prng_next(&hostile_random);
    }
    load_idt(0x7ff, page);
    struct table_register r = {0x7ff, page + 0x800};
    asm volatile("lgdt %0" : : "m"(r));
    asm volatile("mov %0, %%es; mov %0, %%ds; int $0x30; ud2" : : "r"(0x48));
}

/* The stack runs into what is not mapped: no exception can be delivered. */
void hostile_stack(void)
{
    struct space s;
    say_last("no stack");
    hostile_paging(&s, false);
    asm volatile("movl $0x70000000, %esp; pushl %eax; ud2");
}

/* An interrupt through a task gate. */
void hostile_task(void)
{
    static uint64_t idt[256];
    say_last("task gate");
    for (unsigned i = 0; i < 256; i++) {
        idt[i] = (uint64_t)0x8500 << 32 | SEL_TSS << 16;
    }
    load_idt(sizeof idt - 1, (uint32_t)idt);
    asm volatile("int $0x30; ud2");
}

/* CR3 where no memory is. */
void hostile_root(void)
{
    say_last("no tables");
    write_cr3(0xfff00000u);
    write_cr0(read_cr0() | CR0_PG);
    asm volatile("ud2");
}

/* Random bytes, run in the kernel. */
void hostile_shutdown_code(void)
{
    uint32_t page = page_alloc();
    say_last("random code in the kernel");
    for (uint32_t i = 0; i < param_number("count", 300); i++) {
        for (uint32_t at = 0; at < 64; at += 4) {
            *(uint32_t *)(page + at) = prng_next(&hostile_random);
        }
        *(uint32_t *)(page + 64) = PROBE_FETCHABLE;
        probe_run((void *)page, false, prng_next(&hostile_random), prng_next(&hostile_random));
    }
}
