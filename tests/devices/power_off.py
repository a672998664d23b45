# SPDX-License-Identifier: MIT
# The machine goes off on every emulator, with isa-debug-exit and without, and reboots when asked.
import subprocess
import time

from emulator import qemu
from toolslib import expect


def run(*arguments, **more):
    """(status, text, seconds) of a run."""
    start = time.monotonic()
    done = subprocess.run(qemu(*arguments, **more), stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    return done.returncode, done.stdout, time.monotonic() - start


for program in ("qemu-system-i386", "qemu-system-x86_64"):
    status, text, _ = run("", program=program)
    expect(status == 0x31 << 1 | 1, f"{program}: the exit status of success", (status, text))
    status, text, _ = run("-no-such-option", program=program)
    expect(status == 0x33 << 1 | 1, f"{program}: the exit status of a refused boot", (status, text))
    status, text, _ = run("", program=program, exit_device=False)
    expect(status == 0 and text.endswith("Powering off...\n"), f"{program}: off by ACPI",
           (status, text))
status, text, _ = run("-r")
expect(status == 0 and text.endswith("Rebooting...\n"), "a reboot", (status, text))
