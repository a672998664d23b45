# SPDX-License-Identifier: MIT
# What the tests of guests (tests/virt) share: a boot that runs several vmm commands, cut into parts.
"""Boots with many commands are quicker than many boots.

    said = boot(["vmm -json g-hello", "vmm -json -shadow=npt g-hello"])
    said[0].status, record(said[0])["counters"], guest_lines(said[0])
"""
import os
import re

from ptlib import machine, vmm
from toolslib import expect, skip

VARIANT = os.environ.get("PAGETURNER_VARIANT", "release")
MODES = ("vtlb", "cache", "npt")
CHECKPOINT = "vmm: checkpoint "
NOT_THE_GUESTS = re.compile(r"VMM |vmm: ")


def record(part):
    """The one machine's record of -json."""
    expect(len(part.records) == 1, f"one record of `{part.command}`", part.text)
    return part.records[0]


def counters(part):
    """Its machine's counters."""
    return record(part)["counters"]


def checkpoints(part):
    """The lines of -checkpoints."""
    return [line for line in part.text.splitlines() if line.startswith(CHECKPOINT)]


def guest_lines(part):
    """What the guest itself printed."""
    return [line for line in part.text.splitlines() if line and not NOT_THE_GUESTS.match(line)]


class Parts(list):
    """The parts of a boot, in order, and its Result."""
    result = None


def boot(commands, *, mem=24, cpu=vmm.CPU, options=(), timeout=100, **more):
    """Runs COMMANDS one after the other in one boot; ends the test if the kernel does not power off."""
    arguments = ["-q", *options]
    for command in commands:
        arguments += ["run", command]
    job = machine.Job(arguments=arguments, mem=mem, cpu=cpu, variant=VARIANT, timeout=timeout,
                      **{"firmware": "short", **more})
    result = machine.run(job)
    text = result.said.text
    if vmm.NO_SVM + ": guests" in text and cpu == vmm.CPU:
        skip("the emulator gives no AMD SVM")
    expect(result.outcome in ("passed", "failed"), f"the kernel to power off, not {result.outcome}",
           text[-2000:])
    parts = Parts(vmm.parts(text))
    parts.result = result
    expect([part.command for part in parts] == list(commands), "every command to be run", text[-6000:])
    return parts
