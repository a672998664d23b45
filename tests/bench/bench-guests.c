/* SPDX-License-Identifier: MIT
 * What leaving a guest costs: the way to its program and back, an exit that the kernel handles, a
 * fault that fills a shadow entry, a load of CR3.  The last three the guest itself measures.
 *
 * Prints them as bench-paths does; scripts/bench_kernel.py checks the counters.
 * @kind: helper
 * @sources: tests/virt/tiny.c
 */
#include <stdio.h>
#include "tests/bench/bench.h"
#include "tests/virt/tiny.h"

#define ROUNDS 64
#define DIRECTORY 0x10000 /* Two of them, with the same tables. */
#define TABLE 0x12000
#define SECOND_TABLE 0x13000
#define FRESH 0x400000 /* Where that begins. */
#define SAMPLES 0x14000

/* Measures BODY ROUNDS times: EDI is where the samples go, ESI a page farther each time. */
#define MEASURE(BODY)                                                                              \
    "mov $0x14000, %edi; mov $0x400000, %esi; cld; 1: rdtsc; mov %eax, %ebp;" BODY                 \
    "; rdtsc; sub %ebp, %eax; stosl; add $0x1000, %esi; cmp $0x440000, %esi; jb 1b; hlt"

TINY_CODE32(call, "1: vmmcall; jmp 1b");
TINY_CODE32(empty, MEASURE(""));
TINY_CODE32(exit_only, MEASURE("wbinvd"));
TINY_CODE32(touch, MEASURE("mov (%esi), %ecx"));
TINY_CODE32(load, MEASURE("xor $0x1000, %ebx; mov %ebx, %cr3"));

static struct tiny t;
static struct vm_counters before;
static uint32_t empty_cost;

static void start_paged(void)
{
    for (unsigned i = 0; i < 2; i++) {
        memset(t.memory + DIRECTORY + i * 4096, 0, 4096);
        *tiny_word(&t, DIRECTORY + i * 4096) = TABLE | 7;
        *tiny_word(&t, DIRECTORY + i * 4096 + 4) = SECOND_TABLE | 7;
    }
    for (unsigned i = 0; i < ROUNDS; i++) {
        *tiny_word(&t, TABLE + i * 4) = i % 32 << 12 | 0x67;
        *tiny_word(&t, SECOND_TABLE + i * 4) = i % 32 << 12 | 0x67;
    }
    t.state.cr3 = t.state.regs[REG_EBX] = DIRECTORY;
    t.state.cr0 |= 0x80010000;
    tiny_set(&t);
    before = tiny_counters(&t);
}

static void print_rise(const char *path)
{
    struct vm_counters now = tiny_counters(&t);
    printf("RISE %s %u virt.exits %u\n", path, ROUNDS, (unsigned)(now.exits - before.exits));
    printf("RISE %s %u virt.fills %u\n", path, ROUNDS, (unsigned)(now.fills - before.fills));
    printf("RISE %s %u virt.cr3_loads %u\n", path, ROUNDS,
           (unsigned)(now.cr3_loads - before.cr3_loads));
}

/* Runs what was started, and prints what it measured, less what measuring costs. */
static void finish(const char *path)
{
    tiny_run_to_halt(&t);
    for (unsigned i = 0; i < ROUNDS; i++)
        bench_add(*tiny_word(&t, SAMPLES + i * 4) - empty_cost);
    bench_print(path);
    print_rise(path);
}

static void measure_empty(void)
{
    tiny_start32(&t, empty);
    start_paged();
    tiny_run_to_halt(&t);
    empty_cost = *tiny_word(&t, SAMPLES + 10 * 4);
}

static void round_trip(void)
{
    vcpu_run(t.vcpu, &t.run);
}

int main(void)
{
    tiny_make(&t, VM_MODE_CACHE);
    memset(t.memory, 0, TINY_SIZE); /* So that every page is there. */
    measure_empty();
    tiny_start32(&t, call);
    start_paged();
    tiny_run(&t, VCPU_EXIT_CALL);
    before = tiny_counters(&t);
    for (unsigned i = 0; i < ROUNDS; i++)
        bench_add(bench_call(round_trip));
    bench_print("guest-call");
    print_rise("guest-call");
    tiny_start32(&t, exit_only);
    start_paged();
    finish("guest-exit");
    tiny_start32(&t, touch);
    start_paged();
    finish("guest-fault");
    tiny_start32(&t, load);
    start_paged();
    finish("guest-cr3");
    return 0;
}
