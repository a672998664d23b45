# SPDX-License-Identifier: MIT
# Two virtual CPUs whose guest changes its page tables all the time say the same whether or not threads of vmm change the
# cache, move memory, log writes and take pages meanwhile, with memory so short that their pages are swapped.
from guestslib import MODES, boot, guest_lines
from toolslib import expect

GUEST = "-cpus 2 -m 4096 -limit 100 g-stress steps=250 hz=200 odd=25"

commands = [f"vmm -shadow=vtlb {GUEST}"]
commands += [f"vmm -shadow={mode} -shake {seed} {GUEST}" for seed, mode in enumerate(MODES, 1)]
parts = boot(commands, mem=8, options=("-ul=120", "-slice=1"))
first = guest_lines(parts[0])
for part in parts:
    expect(part.status == 0 and len(first) == 3, "the guest to pass", part.text)
    expect(sorted(guest_lines(part)) == sorted(first), "every CPU to come to the same", (part.text, first))
expect(parts.result.said.counters["vm.swap_ins"] > 0, "pages to be swapped", parts[1].text)
