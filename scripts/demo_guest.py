# SPDX-License-Identifier: MIT
# `make demo-guest`: guests under the kernel's hypervisor, and what its shadow page tables cost.
"""Boots the kernel once and runs in it the guest hello, and the guest reuse with a small shadow-page
cache under two policies; shows what they say, and the machines' counters beside each other."""
import re

from ptlib import machine, vmm
from ptlib.command import leave

CACHE = "-m 8192 -shadow=cache -pages 64 -room one"
GUESTS = [
    ("hello", "vmm -json g-hello who=world"),
    ("reuse, fifo", f"vmm -json {CACHE} -evict fifo g-reuse"),
    ("reuse, clock", f"vmm -json {CACHE} -evict clock -mark fill g-reuse"),
]
ROWS = [
    ("exits", "exits from the guest"),
    ("faults", "page faults that were not the guest's own"),
    ("reflected", "page faults that were"),
    ("fills", "shadow entries filled"),
    ("shadow_created", "shadow pages made"),
    ("shadow_reused", "shadow pages found in the cache"),
    ("evicted", "shadow pages evicted to make room"),
    ("ref_skips", "passed over because they were in use"),
    ("write_traps", "stores to write-protected tables"),
    ("cr3_loads", "loads of CR3"),
    ("emulated", "instructions carried out by the kernel"),
    ("injected", "interrupts and exceptions given"),
]


def show_console(text):
    """What the guests and vmm said."""
    started = text.find("Boot complete.")
    for line in text[started:].splitlines():
        if not re.match(r"VMM |KSTAT |Executing|Execution|Exception|Boot|T[ih][mr]e[ra]|Powering|Outcome|$", line):
            print(line)


def show_table(records):
    """All machines' counters, a column each."""
    heads = [name for name, _ in GUESTS]
    rows = [["", *heads]] + [[f"{text} ({name})", *(str(r["counters"][name]) for r in records)]
                             for name, text in ROWS]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))]))


def main():
    """Status 0 if every guest passed."""
    arguments = ["-q"]
    for _, command in GUESTS:
        arguments += ["run", command]
    result = machine.run(machine.Job(arguments=arguments, mem=32, cpu=vmm.CPU))
    show_console(result.said.text)
    records = vmm.records(result.said.text)
    if result.outcome != "passed" or len(records) != len(GUESTS):
        words = " ".join(f"'{a}'" if " " in a else a for a in arguments)
        print(f"not all passed ({result.outcome}); by hand: scripts/pageturner --mem 32 --cpu"
              f" {vmm.CPU} -- {words}")
        return 1
    print()
    show_table(records)
    return 0


if __name__ == "__main__":
    leave("demo-guest", main)
