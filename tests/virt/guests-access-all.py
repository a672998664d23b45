# SPDX-License-Identifier: MIT
# The guest access with every combination of entries and accesses (others try some of them only): on a bare emulator and with
# nested paging all 2.4 million, by shadow tables half of the 2-level format
# and one in fifty of PAE's.
# @tier: full
# @seconds: 1200
import importlib

from guestslib import boot, checkpoints, guest_lines
from toolslib import expect

bare = importlib.import_module("guests-bare")
status, said = bare.run_bare("access", "")
WHOLE = [line for line in said.splitlines() if " accesses, " in line]
expect(status == 1 and len(WHOLE) == 4, "all of it to pass on a bare emulator", said)


def run(mode, parameters):
    """What the guest said and was in MODE."""
    part, = boot([f"vmm -checkpoints -limit 600 -m 8192 -shadow={mode} g-access {parameters}"], mem=24, timeout=600)
    expect(part.status == 0, f"`{part.command}` to pass", part.text)
    return [line for line in guest_lines(part) if " accesses, " in line], checkpoints(part)


lines, _ = run("npt", "")
expect(lines == WHOLE, "the same with nested paging as bare", (lines, WHOLE))
for parameters in "mode=2-level step=2", "mode=pse step=7", "mode=pae step=50", "mode=nx step=50 from=11":
    want = run("npt", parameters)
    for mode in "vtlb", "cache":
        expect(run(mode, parameters) == want, f"access {parameters} to be the same in mode {mode}", want)
