# SPDX-License-Identifier: MIT
# All that can be chosen of the shadow-page cache, for three guests, and a quarter of it for each other one: see
# guests-policies.py.
# @tier: full
# @seconds: 3600
import importlib

policies = importlib.import_module("guests-policies")
AT_ONCE = 8  # as many as a command line has room for

for turn, first in enumerate(range(0, len(policies.POINTS), AT_ONCE)):
    points = policies.POINTS[first:first + AT_ONCE]
    for guest in policies.GUESTS + [policies.OTHERS[turn % len(policies.OTHERS)]]:
        policies.check(points, [guest])
