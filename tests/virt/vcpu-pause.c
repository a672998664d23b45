/* SPDX-License-Identifier: MIT
 * A virtual CPU that waits for another one by PAUSE gives its turn away: who has something to do
 * beside it need not wait for the end of its slice each time.
 * @cpu: qemu32,+svm
 * @icount: 5
 * @sources: tests/virt/tiny.c
 */
#include <thread.h>
#include <unistd.h>
#include "tests/virt/tiny.h"

#define SLEEPS 20
#define TICK_MS 10

TINY_CODE32(spin, "1: pause; inc %ebx; jmp 1b");

static struct tiny t;

static void run_guest(void *unused)
{
    static struct vcpu_run run;
    vcpu_run(t.vcpu, &run);
    fail("exit %u", run.exit);
}

static uint64_t now_ms(void)
{
    struct timespec now;
    time(&now);
    return (uint64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int main(void)
{
    tiny_make(&t, VM_MODE_CACHE);
    tiny_start32(&t, spin);
    REQUIRE(thread_start(run_guest, NULL) > 0, "thread_start");
    sleep_ms(TICK_MS);
    uint64_t begin = now_ms();
    for (unsigned i = 0; i < SLEEPS; i++)
        sleep_ms(TICK_MS);
    unsigned ms = now_ms() - begin;
    REQUIRE(ms <= 2 * SLEEPS * TICK_MS + TICK_MS, "%u naps of %u ms took %u ms", SLEEPS, TICK_MS,
            ms);
    REQUIRE(tiny_counters(&t).emulated > SLEEPS, "the guest runs");
    msg("naps beside it are no longer than they should be");
    return 0;
}
