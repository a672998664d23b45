# SPDX-License-Identifier: MIT
# Whatever chooses the shadow pages that leave, and however few there may be, guests see the same as without any.
# Of the combinations `check` takes a few, check-full (tests/virt/guests-policies-all.py) all.
import itertools
import random

from guestslib import boot, checkpoints, counters, guest_lines
from toolslib import expect

QUICK = ["-m 8192 g-stress steps=100 hz=0", "-m 4096 g-reuse accesses=300 pages=2"]
GUESTS = ["-m 8192 g-stress steps=1000 hz=0", "-m 8192 g-tables rounds=1", "-m 8192 g-reuse accesses=3000 pages=4"]
AXES = {"evict": ("fifo", "clock", "random"), "mark": ("create", "fill"), "age": ("none", "leaf", "parent"),
        "room": ("batch", "one", "fullest"), "pages": (20, 26, 40, 100)}
POINTS = list(itertools.product(*AXES.values()))
SAMPLE = 4


def said(part):
    """What a guest saw of its machine."""
    expect(part.status == 0, f"`{part.command}` to pass", part.text)
    return guest_lines(part) + checkpoints(part)


def check(points, guests):
    """Runs GUESTS at each of POINTS, in one boot."""
    machines = ["-shadow=vtlb"] + ["-shadow=cache " + " ".join(f"-{axis} {value}" for axis, value in zip(AXES, point))
                                   for point in points]
    commands = [f"vmm -json -checkpoints -limit 60 {how} {guest}" for guest in guests for how in machines]
    parts = iter(boot(commands, mem=32, timeout=600))
    for _ in guests:
        want = said(next(parts))
        for point in points:
            part = next(parts)
            expect(said(part) == want, f"`{part.command}` to say what mode vtlb does", (part.text, want))
            if point[-1] <= 26 and "reuse" in part.command:
                expect(counters(part)["evicted"] > 0, f"`{part.command}` to evict", part.text)


if __name__ == "__main__":
    check(random.Random(4).sample(POINTS, SAMPLE), QUICK)
