/* SPDX-License-Identifier: MIT
 * The same on Bochs, which differs from QEMU in how interrupts must be given, in what it tells of
 * deliveries, and in what it checks before it looks for an intercept.  It says that STI casts no
 * shadow where a fault is what leaves the guest, so that what depends on it is left out.
 * @emulator: bochs
 * @cpu: zambezi
 * @needs: bochs
 */
#include "tests/lib.h"

int main(void)
{
    static const char *const commands[] = {
        "vcpu-exits",
        "vcpu-control-r",
        "vcpu-strings",
        "vcpu-interrupt no-shadow",
        "vcpu-faults",
        "vmm -quiet -shadow=vtlb g-hello",
        "vmm -quiet -shadow=cache g-hello",
        "vmm -quiet -shadow=npt g-hello",
    };
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        int status = run(commands[i]);
        CHECK(status == 0, "%s: %d", commands[i], status);
    }
    return 0;
}
