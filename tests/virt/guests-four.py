# SPDX-License-Identifier: MIT
# Four virtual CPUs that write the same directories at once, by instructions of all kinds, see all of their own changes.
from guestslib import boot, guest_lines
from toolslib import expect

SEEDS = (3,)

parts = boot([f"vmm -shadow=cache -cpus 4 -m 4096 -limit 60 g-stress steps=250 hz=0 odd=60 seed={seed}" for seed in SEEDS],
             mem=16, options=("-jitter=3",))
for part in parts:
    expect(part.status == 0 and len(guest_lines(part)) == 5, "all CPUs to pass", part.text)
