# SPDX-License-Identifier: MIT
# Verdicts become marks: what a test loses, what is not judged, and what the report says of it.
import pathlib

import cases
import judge
import marks
import rubric
from toolslib import expect

RUBRIC = """
area vm Memory
    6 Line
        vm/one vm/two vm/three
area base Base
    4 Other
        boot/smoke
"""
PATH = pathlib.Path(__file__)


def case(test, **more):
    """A case of TEST."""
    house, name = test.split("/")
    return cases.Case(house, name, "user" if house == "vm" else "py", PATH, {}, **more)


SMOKE = case("boot/smoke")
ALL = [case("vm/one"), case("vm/two", point={"evict": "clock"}),
       case("vm/two", point={"evict": "fifo"}), case("vm/three"), SMOKE]


def marked(*verdicts):
    """Marks if ALL's cases end with VERDICTS."""
    areas = rubric.parse(RUBRIC)
    rubric.assign(areas, {c.test for c in ALL})
    results = {c.key: (c, judge.Verdict(v, f"why {v}", transcript="last words"))
               for c, v in zip(ALL, verdicts) if v}
    return marks.compute(areas, ALL, results)


def check(verdicts, earned, lost, not_judged):
    """VERDICTS must give these sums."""
    total = marked(*verdicts)
    seen = tuple(round(total.of(s), 6) for s in (marks.EARNED, marks.LOST, marks.OPEN))
    expect(seen == (earned, lost, not_judged), f"{(earned, lost, not_judged)} for {verdicts}", seen)


P, F, C = judge.PASSED, judge.FAILED, judge.CRASHED
INFRA, NOT_RUN, SKIP = judge.INFRASTRUCTURE, judge.NOT_RUN, judge.SKIPPED
check((P, P, P, P, P), 10, 0, 0)
check((C, P, P, P, P), 8, 2, 0)          # a crash costs its own test
check((P, F, P, P, P), 9, 1, 0)          # a point of a matrix costs its share of the test
check((INFRA, P, P, P, P), 8, 0, 2)      # no zero for what was not judged
check((SKIP, P, P, P, P), 10, 0, 0)      # the others have its share
check((SKIP, SKIP, SKIP, SKIP, P), 4, 0, 6)
check((NOT_RUN,) * 4 + (F,), 0, 10, 0)   # the kernel does not boot
check((NOT_RUN,) * 4 + (INFRA,), 0, 0, 10)  # there is no emulator
check((P, None, None, None, P), 6, 0, 4)  # interrupted
check((None,) * 5, 0, 0, 10)

total = marked(C, P, P, INFRA, P)
text = marks.markdown(total, "a note")
for wanted in ("**a note**", "| **total** | 6 | 10 | 2 |", "### Lost", "#### vm/one: 2 of 6",
               "It does: Verdicts become marks: what a test loses",
               "Outcome: crashed: why crashed", "Again: `make check T='vm/one'`", "last words",
               "### Not judged", "Outcome: infrastructure error: why infrastructure error"):
    expect(wanted in text, f"the report to say `{wanted}`", text)
data = marks.machine(total, "")
expect((data["earned"], data["lost"], data["not_judged"], data["of"]) == (6, 2, 2, 10),
       "the sums in the JSON", data)
entry = data["areas"][0]["lines"][0]["cases"][0]
expect(entry["state"] == "lost" and entry["again"] == "make check T='vm/one'"
       and entry["does"].startswith("Verdicts become"), "the lost case in the JSON", entry)
expect(not data["complete"], "an incomplete grade to say so", data)
