# SPDX-License-Identifier: MIT
# Whatever chooses the shadow pages that leave, and however few there may be, guests see the same as without any; with
# memory so short that guests are swapped.  Of the combinations `check` takes a few, check-full (tests/virt/guests-policies-all.py) all.
import itertools
import random

from guestslib import boot, checkpoints, counters, guest_lines
from toolslib import expect

QUICK = ["-m 8192 g-stress steps=100 hz=0", "-m 4096 g-reuse accesses=300 pages=2"]
GUESTS = ["-m 8192 g-stress steps=1000 hz=0", "-m 8192 g-tables rounds=1", "-m 8192 g-reuse accesses=3000 pages=4"]
OTHERS = ["-m 4096 g-hello ticks=0", "-m 8192 g-access step=2999 from=7", "-m 8192 g-kv ops=30 clients=2 lives=1 sleep=0 hz=0",
          "-m 4096 g-hostile mode=entries count=50"]
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
    said_all = boot(commands, mem=8, options=("-ul=150",), timeout=600)
    if any("-m 8192" in guest for guest in guests):
        expect(said_all.result.said.counters["vm.swap_ins"] > 0, "pages to be swapped", said_all[0].text)
    parts = iter(said_all)
    for _ in guests:
        want = said(next(parts))
        for point in points:
            part = next(parts)
            expect(said(part) == want, f"`{part.command}` to say what mode vtlb does", (part.text, want))
            if point[-1] <= 26 and "reuse" in part.command:
                expect(counters(part)["evicted"] > 0, f"`{part.command}` to evict", part.text)


if __name__ == "__main__":
    check(random.Random(4).sample(POINTS, SAMPLE), QUICK)
