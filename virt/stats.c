/* SPDX-License-Identifier: MIT
 * The kernel's counters of virtual machines: the sums of struct vm_counters over all machines that
 * have ended.  They exist once there was a machine.
 */
#include <string.h>
#include "threads/kstat.h"
#include "virt/vm.h"

/* In the order of struct vm_counters. */
static const char names[] =
    "exits\0faults\0reflected\0fills\0shadow_created\0shadow_reused\0shadow_pages\0zapped\0"
    "evicted\0flooded\0write_traps\0syncs\0unsyncs\0notified\0flushes\0cr3_loads\0scans\0ref_"
    "skips\0"
    "fifo_fallbacks\0age_bits\0emulated\0injected\0shrunk";

#define COUNTERS (sizeof(struct vm_counters) / sizeof(uint64_t))
static_assert(COUNTERS == 23, "each has a name");

static struct kstat stats[COUNTERS];

static void register_all(void)
{
    const char *name = names;
    for (unsigned i = 0; i < COUNTERS; i++, name += strlen(name) + 1) {
        stats[i] = (struct kstat){
            .group = "virt", .name = name, .unit = "", .help = "of all machines that have ended"};
        kstat_register(&stats[i]);
    }
}

void virt_count_machine(const struct vm_counters *counters)
{
    const uint64_t *value = (const uint64_t *)counters;
    if (stats[0].name == NULL)
        register_all();
    for (unsigned i = 0; i < COUNTERS; i++)
        kstat_add(&stats[i], value[i]);
}
