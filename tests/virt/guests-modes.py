# SPDX-License-Identifier: MIT
# Every guest says the same in every mode, and at its checkpoints has the same registers, memory, and accessed and
# dirty bits.
from guestslib import MODES, boot, checkpoints, counters, guest_lines
from toolslib import expect

# Name and parameters, memory in kB, and whether its checkpoints do not depend on time.
GUESTS = [
    ("hello who=me", 4096, False),
    ("access step=2999 from=7", 8192, True),
    ("tables rounds=1", 8192, True),
    ("reuse accesses=1000", 8192, True),
    ("stress steps=200 hz=0", 8192, True),
    ("kv ops=30 clients=2 lives=1", 8192, False),
]


def command(guest, kb, mode):
    """The vmm command line for GUEST in MODE."""
    return f"vmm -json -checkpoints -limit 60 -m {kb} -shadow={mode} g-{guest}"


parts = iter(boot([command(guest, kb, mode) for guest, kb, _ in GUESTS for mode in MODES], mem=32))
for guest, _, steady in GUESTS:
    for mode in MODES:
        part = next(parts)
        expect(part.status == 0, f"{guest} to pass in mode {mode}", part.text)
        expect(counters(part)["exits"] > 0, f"exits of {guest} in mode {mode}", part.text)
        said = guest_lines(part) + (checkpoints(part) if steady else [])
        first = said if mode == MODES[0] else first
        expect(said == first, f"{guest} to say the same in modes {MODES[0]} and {mode}",
               [pair for pair in zip(first, said) if pair[0] != pair[1]] or (first, said))
