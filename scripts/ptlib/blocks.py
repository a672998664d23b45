# SPDX-License-Identifier: MIT
# How many instructions of some of the kernel's functions a run executes.
"""QEMU writes down each block of code that it translates, and each that it executes, in the given
ranges of addresses (`-d in_asm,exec`): with -icount the count is exact, and nothing is added to what
is measured.  A block that is left in its middle, by a fault, counts whole.

    trace = Trace(kernel, ["evict_until"], directory)
    machine.run(machine.Job(trace=trace, icount=0, ...))
    print(trace.instructions())
"""
import pathlib
import re
import subprocess

from . import tools

EXECUTED = re.compile(r"Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/")
LISTED = re.compile(r"0x([0-9a-f]+): ")


class Trace:
    """What a run is to write down; `options` are QEMU's."""

    def __init__(self, kernel, functions, directory):
        self.log = pathlib.Path(directory) / "blocks.log"
        found = _ranges(kernel, functions)
        ranges = ",".join(f"{start:#x}+{size:#x}" for start, size in found)
        self.options = ["-d", "in_asm,exec,nochain", "-dfilter", ranges, "-D", str(self.log)]

    def instructions(self):
        """How many were executed."""
        sizes, block, total = {}, None, 0
        with open(self.log, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                executed, listed = EXECUTED.match(line), LISTED.match(line)
                if executed:
                    total += sizes[int(executed[1], 16)]
                elif line.startswith("IN:"):
                    block = None
                elif listed:
                    if block is None:
                        block = int(listed[1], 16)
                        sizes[block] = 0
                    sizes[block] += 1
        return total


def _ranges(kernel, functions):
    """(address, bytes) of those of FUNCTIONS that KERNEL has: others were built into their callers."""
    said = subprocess.run([tools.find("nm"), "-S", str(kernel)], text=True, check=True,
                          stdout=subprocess.PIPE).stdout
    found = [(int(fields[0], 16), int(fields[1], 16)) for fields in map(str.split, said.splitlines())
             if len(fields) == 4 and fields[3] in functions]
    if not found:
        raise ValueError(f"{kernel} has none of {', '.join(functions)}")
    return found
