# SPDX-License-Identifier: MIT
# A tool that is missing or too old gives status 3, its name and its package.
from toolslib import expect, expect_status, fake, folder

with folder() as place:
    from toolslib import path_with
    run = fake("off", env=path_with(place, ["sh"]))
    expect_status(run, 3, "no QEMU")
    expect("qemu-system-i386 is missing" in run.stderr and "qemu-system-x86" in run.stderr,
           "the missing tool and its package", run)

with folder() as place:
    old = [("qemu-system-i386", "echo QEMU emulator version 2.11.1")]
    run = fake("off", env=path_with(place, ["sh"], old))
    expect_status(run, 3, "an old QEMU")
    expect("too old" in run.stderr and "2.11.1" in run.stderr, "`too old` and the version", run)

run = fake("off", options=("--cpu", "no-such-model"))
expect_status(run, 3, "an emulator that does not start")
expect("no-such-model" in run.stderr, "QEMU's own message", run)
