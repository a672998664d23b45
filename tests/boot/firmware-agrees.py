# SPDX-License-Identifier: MIT
# The short firmware that most tests start by leaves the machine to the kernel as the BIOS does.
import os

from ptlib import machine
from toolslib import expect

VARIANT = os.environ.get("PAGETURNER_VARIANT", "release")


def boot(firmware, mem, cpu=None):
    """What the kernel says of the machine, and how much of it there is."""
    job = machine.Job(arguments=["-q"], variant=VARIANT, firmware=firmware, mem=mem, cpu=cpu)
    result = machine.run(job)
    expect(result.outcome == "passed", f"the kernel to pass with {mem} MB", result.said.text)
    head = result.said.text.partition("Boot complete.")[0]
    return head.splitlines() + [f"{result.said.counters['vm.frames_total']} frames"]


for mem, cpu in ((4, None), (100, "max")):
    bios, short = boot("bios", mem, cpu), boot("short", mem, cpu)
    expect(any("DMA" in line for line in bios), "a disk with DMA", bios)
    expect(bios == short, f"the same machine of {mem} MB from both", [p for p in zip(bios, short) if p[0] != p[1]])
