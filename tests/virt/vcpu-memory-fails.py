# SPDX-License-Identifier: MIT
# A machine, its virtual CPU and their guests, with the Nth allocation failing, for each N: the calls say so, and the
# kernel keeps nothing.
# @tier: full
import os
import re

from toolslib import SHORT, expect, tool

VARIANT = ["--debug"] if os.environ.get("PAGETURNER_VARIANT") == "debug" else []
CONSTANT = ("heap.blocks", "vm.frames_pagetables", "vm.frames_user", "vm.pages_promised", "vm.swap_slots_used")
PROGRAMS = ("vcpu-exits", "vmm -quiet -shadow=npt g-hello")
RUNS = 24


def boot(program, option):
    """Runs PROGRAM again and again; its console."""
    done = tool("scripts/pageturner", *SHORT, *VARIANT, "--cpu", "max", "--timeout", "90", "--", "-q", f"-fail-nth={option}",
                *["run", program] * RUNS, timeout=100)
    expect(done.returncode in (0, 1), f"{program} to do no harm when an operation fails", done)
    return done.stdout


def left(console):
    """What the kernel has at the end."""
    return {name: int(re.search(rf"^KSTAT {re.escape(name)} (\d+)$", console, re.M)[1]) for name in CONSTANT}


for each in PROGRAMS:
    baseline = left(boot(each, 1000000))
    failing = boot(each, "1+")
    expect(left(failing) == baseline, f"nothing left by {each}: {baseline}", f"{left(failing)}\n{failing[:3000]}")
    expect(int(re.search(r"^KSTAT fail.injected (\d+)$", failing, re.M)[1]) >= RUNS - 4, "operations that fail",
           failing[-3000:])
