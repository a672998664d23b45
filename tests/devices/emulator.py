# SPDX-License-Identifier: MIT
# Command lines for tests that need a machine the runner does not offer.
"""qemu(ACTIONS) is QEMU's command line for the kernel with the tests in it, without disks.

@kind: helper
"""
import os

from ptlib import BUILD, tools

KERNEL = BUILD / os.environ.get("PAGETURNER_VARIANT", "release") / "kernel-tests.elf"


def qemu(actions, *more, program="qemu-system-i386", serial="stdio", exit_device=True):
    """The command line as a list."""
    command = [tools.find(program), "-nodefaults", "-no-reboot", "-m", "8", "-display", "none",
               "-serial", serial, *more, "-kernel", str(KERNEL), "-append", f"-q {actions}"]
    if exit_device:
        command += ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"]
    return command
