/* SPDX-License-Identifier: MIT
 * vmm killed while its guest runs, at any point, leaves nothing behind in the kernel.
 * @cpu: max
 * @matrix: shadow=vtlb,cache,npt
 * @sample: 1
 * @mem: 32
 */
#include <resource.h>
#include <unistd.h>
#include "tests/lib.h"

#define ROUNDS 8

static const char *const kept[] = {"heap.blocks", "vm.frames_kernel_heap", "vm.frames_pagetables",
                                   "vm.pages_promised", "vm.swap_slots_used"};
#define KEPT (sizeof kept / sizeof *kept)

static void look(uint64_t values[KEPT])
{
    for (unsigned i = 0; i < KEPT; i++)
        REQUIRE(kstat_value(kept[i], &values[i]) == 0, "read %s", kept[i]);
}

static void run_and_kill(unsigned ms)
{
    int status;
    pid_t pid = exec("vmm -quiet -m 8192 g-reuse accesses=100000000");
    REQUIRE(pid > 0, "start a guest");
    sleep_ms(ms);
    REQUIRE(kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid, "kill vmm");
    REQUIRE(WTERMSIG(status) == SIGKILL, "vmm ran until it was killed");
}

int main(void)
{
    uint64_t before[KEPT], after[KEPT];
    run_and_kill(700); /* Time to read all of both programs, which stay in the cache. */
    look(before);
    for (unsigned i = 0; i < ROUNDS; i++)
        run_and_kill(10 + 17 * i);
    look(after);
    for (unsigned i = 0; i < KEPT; i++)
        CHECK(after[i] == before[i], "%s as before", kept[i]);
    return 0;
}
