/* SPDX-License-Identifier: MIT
 * An interrupt that another thread gives to a virtual CPU while that runs its guest, which never
 * leaves it by itself: the guest takes it at once, and a second one after it.
 * @cpu: qemu32,+svm
 * @icount: 5
 * @sources: tests/virt/tiny.c
 */
#include <thread.h>
#include <unistd.h>
#include "tests/virt/tiny.h"

#define VECTOR 0x31
#define ROUNDS 20
#define LIMIT_MS 20 /* A tick, and the one that was on its way. */

/* Counts interrupts in EBX, tells of them at 0x6000, and loops. */
TINY_CODE32(loop, "sti; 1: jmp 1b; .org 0x200; inc %ebx; mov %ebx, (0x6000); iret");

static struct tiny t;
static volatile int ended;

static void run_guest(void *unused)
{
    static struct vcpu_run run;
    ended = vcpu_run(t.vcpu, &run) == 0 ? (int)run.exit : -1;
}

static unsigned taken(void)
{
    return *(volatile uint32_t *)tiny_word(&t, 0x6000);
}

static void give(unsigned n)
{
    uint32_t vector = VECTOR;
    int err = vcpu_control(t.vcpu, VCPU_INTERRUPT, &vector);
    REQUIRE(err == 0, "interrupt %u: %d", n, err);
    for (unsigned ms = 0; taken() < n; ms += 10) {
        REQUIRE(ms < LIMIT_MS && ended == 0, "interrupt %u was not taken (%d)", n, ended);
        sleep_ms(10);
    }
    REQUIRE(taken() == n, "interrupt %u was taken %u times", n, taken());
}

int main(void)
{
    tiny_make(&t, VM_MODE_CACHE);
    tiny_start32(&t, loop);
    tiny_vector32(&t, VECTOR, TINY_CODE + 0x200);
    t.state.regs[REG_EBX] = 0;
    tiny_set(&t);
    REQUIRE(thread_start(run_guest, NULL) > 0, "thread_start");
    sleep_ms(30);
    for (unsigned n = 1; n <= ROUNDS; n++)
        give(n);
    msg("%u interrupts, each once", ROUNDS);
    return 0;
}
