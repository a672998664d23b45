# SPDX-License-Identifier: MIT
# Every guest says the same in every mode, and at its checkpoints has the same memory, accessed and dirty bits and
# registers, which it also had at each of its exits to vmm so far.
import pathlib

from guestslib import MODES, boot, checkpoints, counters, guest_lines
from toolslib import expect, folder

# Name and parameters, memory in kB, and how many checkpoints it calls.  None of these runs depends on time.
GUESTS = [
    ("hello who=me ticks=0", 4096, 1),
    ("access step=2999 from=7", 8192, 4),
    ("tables rounds=1", 8192, 36),
    ("reuse accesses=1000", 8192, 1),
    ("stress steps=200 hz=0", 8192, 1),
    ("kv ops=30 clients=2 lives=1 sleep=0 hz=0", 8192, 1),
    ("disk", 4096, 1),
    *((f"hostile mode={mode} count=20 step=1009", 4096, 1) for mode in ("entries", "ports", "msrs", "crs", "svm", "far")),
]
# What only time shows.
TIMED = [("hello who=me", 4096, 0), ("kv ops=30 clients=2 lives=1", 8192, 0)]


def command(guest, kb, mode):
    """The vmm command line for GUEST in MODE."""
    disk = f"-disk disk-{mode} " if guest == "disk" else ""
    return f"vmm -json -checkpoints -limit 60 -m {kb} -shadow={mode} {disk}g-{guest}"


def check(guests, **more):
    """Runs GUESTS in all modes in one boot."""
    parts = iter(boot([command(guest, kb, mode) for guest, kb, _ in guests for mode in MODES], mem=32, **more))
    for guest, _, count in guests:
        for mode in MODES:
            part = next(parts)
            expect(part.status == 0, f"{guest} to pass in mode {mode}", part.text)
            expect(counters(part)["exits"] > 0, f"exits of {guest} in mode {mode}", part.text)
            said = guest_lines(part)
            if count > 0:
                expect(len(checkpoints(part)) == count, f"{count} checkpoints of {guest}", part.text)
                said += checkpoints(part)
            first = said if mode == MODES[0] else first
            expect(said == first, f"{guest} to say the same in modes {MODES[0]} and {mode}",
                   [pair for pair in zip(first, said) if pair[0] != pair[1]] or (first, said))


with folder() as directory:
    disk = pathlib.Path(directory) / "disk"
    disk.write_bytes(b"".join(bytes([n, 0, 0, 0]) * 128 for n in range(5)))
    check(GUESTS + TIMED, puts=[(str(disk), f"disk-{mode}") for mode in MODES])
