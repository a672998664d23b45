/* SPDX-License-Identifier: MIT
 * More than one CPU, where vmm gives them.
 */
#include <vmm-abi.h>
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"

extern const char start_other[];
void smp_main(unsigned number) NO_RETURN;

static void (*volatile main_of_all)(unsigned number);
static volatile unsigned running; /* CPUs other than the first that have not finished. */

/* Called by start.S on each other CPU. */
void smp_main(unsigned number)
{
    trap_init_cpu(number);
    main_of_all(number);
    __atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
    for (;;) {
        interrupts_off();
        asm volatile("hlt");
    }
}

unsigned cpus_run(void (*main)(unsigned number))
{
    unsigned count = machine_parameter(VMM_PARAMETER_CPUS, 1);
    if (count > CPUS_MAX)
        count = CPUS_MAX;
    main_of_all = main;
    running = count - 1;
    if (count > 1)
        outl(VMM_PORT_START_CPUS, (uint32_t)start_other);
    main(0);
    return count;
}

void cpus_wait(void)
{
    while (running > 0) {
        asm volatile("pause");
    }
}
