/* SPDX-License-Identifier: MIT
 * When memory ends, the program ends that has most of it in machines, not the one that needs a page
 * and has more of them to see.
 * @cpu: qemu32,+svm
 * @mem: 5
 * @swap: 0
 * @options: -overcommit
 * @sources: tests/virt/tiny.c
 * @output: Out of memory: tables-oom ends: it has the most pages \(7\d\d\)
 * @kstat: vm.oom_kills == 1
 * @kstat: vm.pages_kept == 0
 */
#include <resource.h>
#include <unistd.h>
#include "tests/virt/tiny.h"

#define MACHINES 700
#define PAGES 600

static volatile uint32_t area[PAGES][TEST_PAGE / 4];

static int hoard(void)
{
    for (int i = 0; i < MACHINES; i++)
        REQUIRE(vm_create(VM_MODE_VTLB) >= 0, "machine %d", i);
    for (;;)
        yield();
}

int main(int argc, char *argv[])
{
    uint64_t kept = 0;
    if (argc > 1)
        return hoard();
    pid_t pid = exec("tables-oom hoard");
    REQUIRE(pid > 0, "exec gave %d", pid);
    while (kept < MACHINES) {
        REQUIRE(kstat_value("vm.pages_kept", &kept) == 0, "read what is kept");
        yield();
    }
    for (unsigned i = 0; i < PAGES; i++)
        area[i][i] = i;
    for (unsigned i = 0; i < PAGES; i++)
        REQUIRE(area[i][i] == i, "page %u", i);
    CHECK(wait(pid) == -1, "the hoarder ended");
    return 0;
}
