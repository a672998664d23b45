# SPDX-License-Identifier: MIT
# The rubric covers every test once, and one that does not is refused with the name of the test.
import rubric
from toolslib import expect, expect_status, tool

TESTS = {"vm/a", "vm/b", "vm/b-more", "threads/c"}
GOOD = """
area vm Memory
    2 One and two   # a comment
        vm/a vm/b-*
    1.5 Another
        vm/b
area threads Threads
    1 Three
        threads/*
"""


def refused(text, tests=frozenset(TESTS)):
    """What BadRubric says of TEXT."""
    try:
        rubric.assign(rubric.parse(text), tests)
    except rubric.BadRubric as error:
        return str(error)
    return ""


areas = rubric.parse(GOOD)
rubric.assign(areas, TESTS)
expect([area.weight for area in areas] == [3.5, 1], "weights 3.5 and 1", areas)
expect(areas[0].lines[0].tests == ["vm/a", "vm/b-more"], "vm/a and vm/b-more in line 1", areas)

for text, wanted in (
        (GOOD.replace("vm/b-*", ""), "vm/b-more is in no line"),
        (GOOD.replace("vm/b-*", "vm/b*"),
         "vm/b is in `vm: One and two` and in `vm: Another`"),
        (GOOD.replace("vm/a", "vm/a vm/a"), "names vm/a twice"),
        (GOOD.replace("vm/a", "vm/a vm/gone"), "names vm/gone which is no test"),
        (GOOD + "    1 Nothing\n", "`threads: Nothing` has no test"),
        (GOOD + "    0 Worthless\n  threads/x*\n", "its weight is not above 0"),
        (GOOD + "area vm Again\n", "area vm is there twice"),
        (GOOD + "area empty Empty\n", "area empty has no lines"),
        (GOOD + "something\n", "line 10: something is no HOUSE/NAME"),
        ("1 Before any area\n", "line 1: the first line must begin an area"),
        ("area vm M\n vm/a\n", "line 2: expected `WEIGHT TITLE`"),
        ("# nothing\n", "it has no area")):
    seen = refused(text)
    expect(wanted in seen, f"the rubric to be refused with `{wanted}`", seen)

run = tool("tests/harness/grade.py", "--check")
expect_status(run, 0, "tests/rubric.txt fits the tests")
run = tool("tests/harness/grade.py", "--check", "no-such-area")
expect(run.returncode == 2 and "no area is called no-such-area; there are threads" in run.stderr,
       "an unknown area to be refused with the list", run)
