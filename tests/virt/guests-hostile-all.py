# SPDX-License-Identifier: MIT
# The same as guests-hostile.py under the other modes.
# @tier: full
import importlib

hostile = importlib.import_module("guests-hostile")
for mode in ("vtlb", "npt"):
    hostile.check(mode)
