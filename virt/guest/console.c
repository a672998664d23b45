/* SPDX-License-Identifier: MIT
 * What a guest knows of its machine from outside (parameters, memory), and says to it.
 */
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <vmm-abi.h>
#include <xorshift.h>
#include "virt/guest/cpu.h"

#define COM1 0x3f8
#define LINE_STATUS (COM1 + 5)
#define CAN_SEND 0x20
#define FIFO_SIZE 16

#define MULTIBOOT_LOADED 0x2badb002u
struct multiboot_info {
    uint32_t flags, mem_lower, mem_upper, boot_device, cmdline;
};
#define HAS_MEMORY 1u
#define HAS_CMDLINE 4u

static uint32_t ram_end;
static bool in_vmm;
static char cmdline[256];

/* ---- Output ---- */

static char line[128];
static unsigned line_used;

/* Sends what fits into the transmitter at once, so that its state need not be asked for each byte.
 */
void console_flush(void)
{
    for (unsigned i = 0; i < line_used; i++) {
        if (i % FIFO_SIZE == 0) {
            while (!(inb(LINE_STATUS) & CAN_SEND)) {
            }
        }
        outb(COM1, line[i]);
    }
    line_used = 0;
}

static void put(char c, void *aux)
{
    line[line_used++] = c;
    if (c == '\n' || line_used == sizeof line)
        console_flush();
}

int putchar(int c)
{
    put(c, NULL);
    return (unsigned char)c;
}

int vprintf(const char *format, va_list args)
{
    __vprintf(format, args, put, NULL);
    return 0;
}

static void console_init(void)
{
    outb(COM1 + 1, 0);    /* No interrupts. */
    outb(COM1 + 3, 0x03); /* 8 bits, no parity. */
    outb(COM1 + 2, 0x07); /* FIFOs on and empty. */
}

/* ---- Parameters ---- */

/* What follows NAME= in the command line, or NULL. */
static const char *param_find(const char *name)
{
    size_t length = strlen(name);
    for (const char *p = cmdline; (p = strstr(p, name)) != NULL; p += length) {
        if ((p == cmdline || p[-1] == ' ') && p[length] == '=')
            return p + length + 1;
    }
    return NULL;
}

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10u : 99;
}

uint32_t param_number(const char *name, uint32_t otherwise)
{
    const char *p = param_find(name);
    if (p == NULL)
        return otherwise;
    uint32_t base = p[0] == '0' && (p[1] | 0x20) == 'x' ? 16 : 10;
    if (base == 16)
        p += 2;
    uint32_t value = 0;
    for (; digit_value(*p) < base; p++) {
        value = value * base + digit_value(*p);
    }
    if (*p != ' ' && *p != '\0')
        guest_fail("%s: not a number", name);
    return value;
}

/* The words of values that were asked for, one after the other. */
static char words[sizeof cmdline];
static size_t words_used;

const char *param_string(const char *name, const char *otherwise)
{
    const char *p = param_find(name);
    if (p == NULL)
        return otherwise;
    size_t length = strcspn(p, " ");
    if (words_used + length + 1 > sizeof words)
        words_used = 0;
    char *word = words + words_used;
    memcpy(word, p, length);
    word[length] = '\0';
    words_used += length + 1;
    return word;
}

bool param_is(const char *name, const char *value)
{
    return strcmp(param_string(name, ""), value) == 0;
}

uint32_t memory_end(void)
{
    return ram_end;
}

/* ---- The end ---- */

/* Without vmm a write there could end the machine: the exit port is 4 bytes wide. */
static void tell_vmm(uint16_t port, uint32_t value)
{
    console_flush();
    if (in_vmm)
        outl(port, value);
}

void checkpoint(uint32_t number)
{
    directories_settle();
    tell_vmm(VMM_PORT_CHECKPOINT, number);
}

void mark(uint32_t number)
{
    tell_vmm(VMM_PORT_MARK, number);
}

void mark_hot(uint32_t frame, uint32_t count)
{
    tell_vmm(VMM_PORT_HOT, frame << 12 | count);
}

uint32_t machine_parameter(uint32_t number, uint32_t otherwise)
{
    if (!in_vmm)
        return otherwise;
    outl(VMM_PORT_PARAMETER, number);
    return inl(VMM_PORT_PARAMETER);
}

void guest_exit(uint32_t value)
{
    console_flush();
    outl(VMM_PORT_EXIT, value);
    for (;;) {
        interrupts_off();
        asm volatile("hlt");
    }
}

void guest_finish(int result)
{
    printf("%s: %s\n", guest_name, result == 0 ? "passed" : "FAILED");
    guest_exit(result == 0 ? GUEST_PASSED : GUEST_FAILED);
}

void guest_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s: FAILED: ", guest_name);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    guest_exit(GUEST_FAILED);
}

void debug_panic(const char *file, int at, const char *function, const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    guest_fail("%s:%d in %s(): %s", file, at, function, text);
}

void runtime_main(uint32_t magic, uint32_t info_)
{
    const struct multiboot_info *info = (const void *)info_;
    console_init();
    if (magic != MULTIBOOT_LOADED || !(info->flags & HAS_MEMORY))
        guest_fail("not started by a Multiboot loader");
    ram_end = 0x100000 + info->mem_upper * 1024;
    if (info->flags & HAS_CMDLINE)
        strlcpy(cmdline, (const char *)info->cmdline, sizeof cmdline);
    outl(VMM_PORT_PARAMETER, VMM_PARAMETER_MAGIC);
    in_vmm = inl(VMM_PORT_PARAMETER) == VMM_MAGIC;
    trap_init();
    guest_finish(guest_main());
}

/* ---- Numbers ---- */

struct prng prng_seeded(uint32_t seed)
{
    struct prng prng = {seed * 2654435761u ^ 0x9e3779b9u};
    if (prng.state == 0)
        prng.state = 1;
    return prng;
}

uint32_t prng_next(struct prng *prng)
{
    return xorshift32(&prng->state);
}

uint32_t prng_below(struct prng *prng, uint32_t below)
{
    return (uint64_t)prng_next(prng) * below >> 32;
}

uint32_t hash_word(uint32_t hash, uint32_t word)
{
    return (hash ^ word) * 0x01000193u;
}
