/* SPDX-License-Identifier: MIT
 * Whenever a guest goes on with other tables than before, the TLB is flushed: after a load of CR3,
 * and after another virtual CPU ran.  (That it is where a missing flush would harm, the kernel
 * asserts.)
 * @cpu: max
 * @sources: tests/virt/tiny.c
 */
#include "tests/virt/tiny.h"

#define DIRECTORY 0x10000 /* Two of them, with the same table. */
#define TABLE 0x12000
#define ROUNDS 40

TINY_CODE32(load, "1: xor $0x1000, %ebx; mov %ebx, %cr3; vmmcall; jmp 1b");
TINY_CODE32(stay, "1: vmmcall; jmp 1b");

static void page(struct tiny *t)
{
    for (unsigned i = 0; i < 2; i++)
        *tiny_word(t, DIRECTORY + i * 4096) = TABLE | 7;
    for (unsigned i = 0; i < TINY_SIZE / 4096; i++)
        *tiny_word(t, TABLE + i * 4) = i << 12 | 0x67;
    t->state.cr3 = t->state.regs[REG_EBX] = DIRECTORY;
    t->state.cr0 |= 0x80010000;
    tiny_set(t);
    for (unsigned i = 0; i < 4; i++) /* Until all is mapped. */
        tiny_run(t, VCPU_EXIT_CALL);
}

static unsigned flushes(const struct tiny *t)
{
    return tiny_counters(t).flushes;
}

static void test_mode(enum vm_mode mode)
{
    struct tiny t, other;
    tiny_make(&t, mode);
    tiny_make(&other, mode);
    tiny_start32(&t, load);
    page(&t);
    unsigned before = flushes(&t);
    for (unsigned i = 0; i < ROUNDS; i++)
        tiny_run(&t, VCPU_EXIT_CALL);
    unsigned loads = flushes(&t) - before;
    REQUIRE(mode == VM_MODE_NPT || loads >= ROUNDS, "%u flushes for %u loads", loads, ROUNDS);

    tiny_start32(&t, stay);
    page(&t);
    before = flushes(&t);
    for (unsigned i = 0; i < ROUNDS; i++)
        tiny_run(&t, VCPU_EXIT_CALL);
    unsigned none = flushes(&t) - before;
    REQUIRE(none < ROUNDS / 2, "%u flushes for nothing", none);

    tiny_start32(&other, stay);
    page(&other);
    before = flushes(&t);
    for (unsigned i = 0; i < ROUNDS; i++) {
        tiny_run(&t, VCPU_EXIT_CALL);
        tiny_run(&other, VCPU_EXIT_CALL);
    }
    unsigned changes = flushes(&t) - before;
    CHECK(changes >= ROUNDS, "mode %u", mode);
    tiny_end(&t);
    tiny_end(&other);
}

int main(void)
{
    test_mode(VM_MODE_VTLB);
    test_mode(VM_MODE_CACHE);
    test_mode(VM_MODE_NPT);
    return 0;
}
