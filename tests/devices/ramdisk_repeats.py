# SPDX-License-Identifier: MIT
# With RAM disks under --icount, a run with several threads at the disks repeats to the last counter.
# @seconds: 240
import os

from ptlib import BUILD
from ptlib.transcript import differing
from toolslib import SHORT, expect, tool

VARIANT = os.environ.get("PAGETURNER_VARIANT", "release")
KERNEL = BUILD / VARIANT / "kernel-tests.elf"

first = None
for shift in (0, 0, 5, 5):
    run = tool("scripts/pageturner", *SHORT, "--icount", shift, "--image", KERNEL, "--",
               "-q", "ktest", "block_turns", "ktest", "block_roundtrip", timeout=100)
    expect(run.returncode == 0 and "(block_roundtrip) PASS" in run.stdout, "the run to pass", run)
    if first is None:
        first = run.stdout
        continue
    differ = differing(first, run.stdout)
    expect(not differ, f"the same console and counters under shift {shift}", differ)
    first = None
