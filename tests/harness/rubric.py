# SPDX-License-Identifier: MIT
# Reads tests/rubric.txt: what is graded, and how much each part of it is worth.
"""parse(text) gives the areas; assign(areas, tests) gives each test to its one line."""
import fnmatch
import re
from dataclasses import dataclass, field

AREA = re.compile(r"area\s+([a-z][a-z-]*)\s+(\S.*)$")
LINE = re.compile(r"(\d+(?:\.\d+)?)\s+(\S.*)$")
NAME = re.compile(r"[a-z0-9*?-]+/[a-z0-9*?\[\]-]+$")


class BadRubric(Exception):
    """The rubric is malformed, or does not cover the tests once each."""


@dataclass
class Line:
    """One rubric line: a weight, a title, and the tests it is judged by."""
    weight: float
    title: str
    names: list = field(default_factory=list)   # as written: names and patterns
    tests: list = field(default_factory=list)   # after assign(): HOUSE/NAME


@dataclass
class Area:
    """A lab, or another part of the tree, with its rubric lines."""
    name: str
    title: str
    lines: list = field(default_factory=list)

    @property
    def weight(self):
        """What the whole area is worth."""
        return sum(line.weight for line in self.lines)


def parse(text):
    """The areas of a rubric's TEXT."""
    areas = []
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split("#")[0].strip()
        if not words:
            continue
        try:
            _parse_line(areas, words)
        except BadRubric as error:
            raise BadRubric(f"line {number}: {error}") from None
    _check_shape(areas)
    return areas


def _parse_line(areas, words):
    area, line = AREA.match(words), LINE.match(words)
    if area:
        if any(a.name == area[1] for a in areas):
            raise BadRubric(f"area {area[1]} is there twice")
        areas.append(Area(area[1], area[2]))
    elif not areas:
        raise BadRubric("the first line must begin an area: `area NAME TITLE`")
    elif line:
        areas[-1].lines.append(Line(float(line[1]), line[2]))
    elif not areas[-1].lines:
        raise BadRubric(f"expected `WEIGHT TITLE` before the tests, seen: {words}")
    else:
        for name in words.split():
            if not NAME.match(name):
                raise BadRubric(f"{name} is no HOUSE/NAME")
            areas[-1].lines[-1].names.append(name)


def _check_shape(areas):
    if not areas:
        raise BadRubric("it has no area")
    for area in areas:
        if not area.lines:
            raise BadRubric(f"area {area.name} has no lines")
        for line in area.lines:
            if line.weight <= 0:
                raise BadRubric(f"{area.name}: {line.title}: its weight is not above 0")


def assign(areas, tests):
    """Fills each line's tests; every one of TESTS must be in exactly one line."""
    problems = []
    lines = [(area, line) for area in areas for line in area.lines]
    for _, line in lines:
        line.tests = []
    for test in sorted(tests):
        takers = [(area, line) for area, line in lines if _takes(line, test)]
        for _, line in takers[:1]:
            line.tests.append(test)
        if not takers:
            problems.append(f"{test} is in no line")
        elif len(takers) > 1:
            where = " and in ".join(f"`{area.name}: {line.title}`" for area, line in takers)
            problems.append(f"{test} is in {where}")
    for area, line in lines:
        problems += [f"`{area.name}: {line.title}` names {name} {times}"
                     for name, times in _name_problems(line, tests)]
        if not line.tests:
            problems.append(f"`{area.name}: {line.title}` has no test")
    if problems:
        raise BadRubric("\n".join(problems))


def _takes(line, test):
    return any(fnmatch.fnmatchcase(test, name) for name in line.names)


def _name_problems(line, tests):
    """Names that are no test, or are there twice; a pattern may match nothing yet."""
    for name in sorted(set(line.names)):
        if line.names.count(name) > 1:
            yield name, "twice"
        if name not in tests and "*" not in name and "?" not in name:
            yield name, "which is no test"
