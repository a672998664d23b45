# SPDX-License-Identifier: MIT
# One kernel starts on every machine the runner knows, by Multiboot and from a disk.
# @seconds: 180
import json

from toolslib import expect, expect_status, folder, tool

MACHINES = (["--kernel"], ["--disk"], ["--emulator", "qemu64"],
            ["--emulator", "qemu64", "--disk"], ["--cpu", "max"],
            ["--mem", "4"], ["--mem", "896"], ["--icount", "0"])
LONG = " ".join(f"word{n}" for n in range(60))

with folder() as place:
    for machine in MACHINES:
        run = tool("scripts/pageturner", *machine, "--json", f"{place}/run.json", "--", "-q", "run",
                   f"echo {LONG}")
        expect_status(run, 0, f"echo on {' '.join(machine)}")
        expect(LONG in run.stdout, "a long command line, whole", run)
        with open(f"{place}/run.json", encoding="utf-8") as text:
            record = json.load(text)
        expect(record["counters"].get("vm.page_faults", 0) > 0, "counters in --json", record)

run = tool("scripts/pageturner", "--cpu", "486", "--", "-q")
expect_status(run, 1, "a CPU that is too old")
expect("needs a CPU" in run.stdout, "the reason", run)
