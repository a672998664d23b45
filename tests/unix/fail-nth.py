# SPDX-License-Identifier: MIT
# A program whose Nth allocation or disk operation fails, for each N until none is left to fail: the kernel goes on,
# and keeps nothing of it.
# @seconds: 400
# @tier: full
import concurrent.futures
import os
import re

from toolslib import expect, tool

VARIANT = ["--debug"] if os.environ.get("PAGETURNER_VARIANT") == "debug" else []
BATCH = 40
CONSTANT = ("heap.blocks", "vm.frames_kernel_heap", "vm.frames_pagetables", "vm.frames_user", "vm.pages_promised",
            "vm.swap_slots_used")


def boot(first, runs=BATCH):
    """Runs the program with the FIRST operation failing, the one after it, ...; its console."""
    words = ["run", "fail-nth-work"] * runs
    done = tool("scripts/pageturner", *VARIANT, "--mem", "4", "--icount", "7", "--timeout", "180", "--", "-q", "-ul=32",
                "-limit=200000", f"-fail-nth={first}+", *words, timeout=200)
    expect(done.returncode in (0, 1), f"operations {first} to {first + runs - 1} to fail without harm", done)
    return done.stdout


def left(console):
    """What the kernel has at the end."""
    return {name: int(re.search(rf"^KSTAT {re.escape(name)} (\d+)$", console, re.M)[1]) for name in CONSTANT}


def blame(first, baseline):
    """Finds which of a batch's operations leaves something."""
    for n in range(first, first + BATCH):
        console = boot(n, 1)
        expect(left(console) == baseline, f"nothing left by operation {n}: {baseline}",
               f"{left(console)}\n{console[:3000]}")


def check(first, baseline):
    """Runs a batch; returns whether the last run had nothing left to fail."""
    console = boot(first)
    if left(console) != baseline:
        blame(first, baseline)
        expect(False, f"{baseline} after operations from {first} on", left(console))
    reports = re.findall(r"^fail-nth: \d+ of \d+: (.*)$", console, re.M)
    expect(len(reports) == BATCH, f"{BATCH} programs run", console[-3000:])
    return reports[-1] == "nothing failed"


def main():
    """Goes through all batches, two at a time."""
    baseline = left(boot(1000000, 2))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = 1
        while not any([job.result() for job in
                       [pool.submit(check, first + i * BATCH, baseline) for i in range(2)]]):
            first += 2 * BATCH
            expect(first < 20000, "an end")


main()
