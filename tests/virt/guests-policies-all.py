# SPDX-License-Identifier: MIT
# All that can be chosen of the shadow-page cache: see guests-policies.py.
# @tier: full
# @seconds: 3600
import importlib

policies = importlib.import_module("guests-policies")
AT_ONCE = 8  # as many as a command line has room for

for first in range(0, len(policies.POINTS), AT_ONCE):
    policies.check(policies.POINTS[first:first + AT_ONCE], policies.GUESTS)
