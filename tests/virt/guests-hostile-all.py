# SPDX-License-Identifier: MIT
# The same as guests-hostile.py under the other modes; and in one of them with every port, in every width, and every MSR.
# @tier: full
# @seconds: 600
import importlib

from guestslib import boot, counters, record
from toolslib import expect

hostile = importlib.import_module("guests-hostile")
for mode in ("vtlb", "npt"):
    hostile.check(mode)

PORTS, DEVICES = 0x10000, 2 + 2 + 4 + 1 + 15 + 20 + 8  # as vmm has them, and those near them that the guest leaves out
ports, msrs = boot([f"vmm -json -limit 300 -m 4096 g-hostile mode={name}" for name in ("ports", "msrs")], timeout=500)
for part in ports, msrs:
    expect(part.status == 0, f"`{part.command}` to pass", part.text)
for way in "unknown_in", "unknown_out":
    expect(record(ports)[way] >= 3 * (PORTS - DEVICES), "every port to exit", record(ports))
expect(counters(msrs)["exits"] > 2 * 5 * 0x2000, "every MSR to exit", record(msrs))
