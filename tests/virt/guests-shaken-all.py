# SPDX-License-Identifier: MIT
# The same as guests-shaken.py for long, with four virtual CPUs, in all modes, each kind of disturbance many times.
# @tier: full
# @seconds: 3600
import importlib

from guestslib import MODES
from toolslib import expect

shaken = importlib.import_module("guests-shaken")
LEAST = {"vtlb": 10, "cache": 10, "npt": 2}  # with nested paging the guest is soon done
for seed, mode in enumerate(MODES, 11):
    once = [(mode, seed)]
    parts = shaken.check("stress steps=30000 hz=200", once, cpus=4, mem=12, options=("-ul=400", "-slice=1"), timeout=1000)
    shaken.check_kinds(parts, once, LEAST[mode])
    expect(parts.result.said.counters["vm.swap_ins"] > 100, "pages to be swapped", parts[1].text[-500:])
