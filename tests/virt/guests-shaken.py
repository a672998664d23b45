# SPDX-License-Identifier: MIT
# Two virtual CPUs whose guest changes its page tables all the time say the same whether or not threads of vmm change the
# cache, move memory, log writes and take pages meanwhile, with memory so short that their pages are swapped.
import re

from guestslib import MODES, boot, guest_lines
from toolslib import expect

KB = 2048  # Of which the guest uses the upper half, too: that is what moves, and what is logged.
CACHE = {"sizes", "policies", "marks", "ages", "rooms"}  # what only mode cache has
ALL = {"reclaims", "logs", "moves", "stores"}


def shaken(part):
    """How often each kind of disturbance came."""
    line = re.search(r"shaken:((?: \w+ \d+)+)", part.text)
    expect(line is not None, "a report of what was shaken", part.text)
    return {kind: int(times) for kind, times in re.findall(r"(\w+) (\d+)", line[1])}


def check(guest, shakes, cpus=2, **more):
    """Runs GUEST without and, for each mode and seed of SHAKES, with disturbances."""
    vmm = f"-cpus {cpus} -m {KB} -limit 1000 g-{guest}"
    commands = [f"vmm -shadow=vtlb {vmm}"] + [f"vmm -shadow={mode} -shake {seed} {vmm}" for mode, seed in shakes]
    parts = boot(commands, **more)
    first = guest_lines(parts[0])
    for part in parts:
        expect(part.status == 0 and len(first) == cpus + 1, "the guest to pass", part.text)
        expect(sorted(guest_lines(part)) == sorted(first), "every CPU to come to the same", (part.text, first))
    return parts


def check_kinds(parts, shakes, least):
    """Everything that can be disturbed in each mode was, LEAST times."""
    for part, (mode, _) in zip(parts[1:], shakes):
        came = shaken(part)
        for kind in ALL | (CACHE if mode == "cache" else set()):
            expect(came[kind] >= least, f"{kind} to be disturbed {least} times in mode {mode}", came)


if __name__ == "__main__":
    short = check("stress steps=250 hz=200 odd=25", [(mode, seed) for seed, mode in enumerate(MODES, 1)], mem=8,
                  options=("-ul=120", "-slice=1"))
    expect(short.result.said.counters["vm.swap_ins"] > 0, "pages to be swapped", short[1].text)
    # Where all that is disturbed has its turn, always at the same points; a log is checked when it ends.
    once = [("cache", 3)]
    check_kinds(check("stress steps=700 hz=200 odd=25", once, mem=12, options=("-slice=1",), icount=2), once, 2)
