# SPDX-License-Identifier: MIT
# --accel kvm: what must be there for it, and what a person should know if it is not.
"""Running on this machine's own CPU.

The kernel's hypervisor needs AMD SVM from it, which KVM gives to what it runs only with nested
virtualization (kvm_amd's parameter `nested`, on by default since Linux 3.2).
"""
import os
import pathlib

from . import UsageError

DEVICE = "/dev/kvm"
NESTED = pathlib.Path("/sys/module/kvm_amd/parameters/nested")


def check(options):
    """Refuses what KVM cannot do; OPTIONS are the command line's."""
    for value, name in ((options.icount, "--icount"), (options.record, "--record"),
                        (options.replay, "--replay")):
        if value is not None:
            raise UsageError(f"{name} counts instructions, so it does not work with --accel kvm")
    if options.emulator == "bochs":
        raise UsageError("--accel kvm works with QEMU only, not with --emulator bochs")
    if not os.path.exists(DEVICE):
        raise UsageError(f"--accel kvm: there is no {DEVICE}: this machine cannot run guests, its"
                         " firmware forbids it, or the module kvm_amd is not loaded")
    if not os.access(DEVICE, os.R_OK | os.W_OK):
        raise UsageError(f"--accel kvm: {DEVICE} may not be opened: be in the group that owns it")


def nested():
    """Can what KVM runs here use AMD SVM?"""
    return NESTED.exists() and NESTED.read_text().strip() in ("1", "Y")


def notice():
    """What to tell the person who started it, or nothing."""
    return "" if nested() else ("no AMD SVM under this KVM (it wants an AMD CPU, and kvm_amd with nested=1):"
                                " everything but guests runs")
