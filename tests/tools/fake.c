/* SPDX-License-Identifier: MIT
 * A stand-in for the kernel: says what a kernel would say, so that the tools can be tested alone.
 *
 * The Multiboot command line holds words; each is one act:
 *   boot    the lines of a boot             pass    a program that exits 0
 *   fail    a program that exits 3          kstat   two counters
 *   flood   64 kB of console output         refuse  leave as a refused boot does
 *   panic   a panic, and leave              mute    a panic that does not manage to leave
 *   reset   a triple fault                  hang    stop with interrupts off
 *   off     power off normally (status by what ran before)
 *   keys    print what the serial port receives, in hex, up to a q
 * Words it does not know do nothing.
 */
#include <stdbool.h>
#include <stdint.h>

#define MULTIBOOT_MAGIC 0x1badb002u
#define COM1 0x3f8
#define DEBUG_EXIT 0xf4

__attribute__((section(".multiboot"), used, aligned(4))) static const uint32_t header[3] = {
    MULTIBOOT_MAGIC, 0, -MULTIBOOT_MAGIC};

static bool failed;

static void outb(uint16_t port, uint8_t value)
{
    __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static uint8_t inb(uint16_t port)
{
    uint8_t value;
    __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

static void put(const char *s)
{
    while (*s)
        outb(COM1, *s++);
}

static void stop(void)
{
    for (;;)
        __asm__ volatile("cli; hlt");
}

static void leave(const char *outcome, uint8_t value)
{
    put("Outcome: ");
    put(outcome);
    put("\nPowering off...\n");
    outb(DEBUG_EXIT, value);
    stop();
}

static void flood(void)
{
    for (int i = 0; i < 1024; i++)
        put("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n");
}

static void reset(void)
{
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) none = {0, 0};
    __asm__ volatile("lidt %0; int3" : : "m"(none));
}

static void panic(void)
{
    put("Kernel PANIC at tests/tools/fake.c:1 in panic(): asked to\nCall stack: 0x100020.\n");
}

static void keys(void)
{
    put("Keys:\n");
    for (uint8_t key = 0; key != 'q';) {
        while (!(inb(COM1 + 5) & 1))
            continue;
        key = inb(COM1);
        const char text[] = {"0123456789abcdef"[key >> 4], "0123456789abcdef"[key & 15], ' ', '\0'};
        put(text);
    }
}

static bool is(const char *word, const char *name)
{
    while (*name && *word == *name)
        word++, name++;
    return *name == '\0' && (*word == '\0' || *word == ' ');
}

static void act(const char *word)
{
    if (is(word, "boot")) {
        put("Pageturner: Pintos booting with 4,096 kB RAM...\nBoot complete.\n");
    } else if (is(word, "pass")) {
        put("good: exit(0)\n");
    } else if (is(word, "fail")) {
        failed = true;
        put("bad: exit(3)\n");
    } else if (is(word, "kstat")) {
        put("KSTAT vm.evictions 164\nKSTAT timer.ticks 4294967299\n");
    } else if (is(word, "flood")) {
        flood();
    } else if (is(word, "refuse")) {
        put("Unknown action 'refuse'.\nKernel command line: [OPTION...] [ACTION...]\n  refuse\n");
        leave("refused", 0x33);
    } else if (is(word, "panic")) {
        panic();
        leave("panic", 0x34);
    } else if (is(word, "mute")) {
        panic();
        stop();
    } else if (is(word, "reset")) {
        reset();
    } else if (is(word, "hang")) {
        stop();
    } else if (is(word, "keys")) {
        keys();
    } else if (is(word, "off")) {
        leave(failed ? "failed" : "passed", failed ? 0x32 : 0x31);
    }
}

__attribute__((used)) static void fake_main(const uint32_t *info)
{
    const char *p = (const char *)(uintptr_t)info[4];
    while (*p) {
        act(p);
        while (*p && *p != ' ')
            p++;
        while (*p == ' ')
            p++;
    }
    stop();
}

__asm__(".global _start\n_start:\n\tmov $0x9fc00, %esp\n\tpush %ebx\n\tcall fake_main\n");
