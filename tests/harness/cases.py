# SPDX-License-Identifier: MIT
# Finds the tests and reads their parameters.
"""A test is a file: tests/HOUSE/NAME.c or .py.  tests/README.md documents its parameters."""
import itertools
import os
import pathlib
import random
import re
from dataclasses import dataclass, field

from ptlib import ROOT

TESTS = pathlib.Path(os.environ.get("PAGETURNER_TESTS", ROOT / "tests"))
NOT_HOUSES = {"harness", "mutants", "data"}
PARAMETER = re.compile(r"^[ \t]*(?:\*|#|/\*|//)?[ \t]*@([a-z-]+):[ \t]*(.*?)[ \t]*(?:\*/)?$")
KTEST = re.compile(r"^KTEST\((\w+)\)", re.M)
KINDS = ("ktest", "user", "host", "py", "helper")
LISTS = {"actions", "put", "output", "absent", "kstat", "matrix"}  # may be given several times
KEYS = LISTS | {"kind", "mem", "cpu", "emulator", "boot", "firmware", "swap", "filesys", "icount", "args",
                "options", "expect", "exit", "ticks", "seconds", "after", "needs", "sample", "tier",
                "builds", "alone", "sources", "plain"}
# Axes of a matrix that are settings of the machine; all others are options of the kernel.
MACHINE_AXES = {"mem", "cpu", "emulator", "boot", "firmware", "swap", "filesys", "icount"}
SMOKE = "boot/smoke"  # every test that boots a kernel comes after this one
DEFAULT_SAMPLE = 2


class BadTest(Exception):
    """A test's parameters make no sense."""


@dataclass
class Case:
    """One test at one point of its matrix, on one build."""
    house: str
    name: str
    kind: str
    path: pathlib.Path
    parameters: dict
    point: dict = field(default_factory=dict)
    variant: str = "release"
    function: str = None   # of a ktest
    more: dict = field(default_factory=dict)  # kernel options that it is run with besides

    @property
    def test(self):
        """The test's name, HOUSE/NAME."""
        return f"{self.house}/{self.name}"

    @property
    def id(self):
        """The name of this very case: what T= takes."""
        if not self.point:
            return self.test
        inner = ",".join(f"{axis}={value}" for axis, value in self.point.items())
        return f"{self.test}[{inner}]"

    @property
    def key(self):
        """The id with the build and what it is run with, for records."""
        more = "".join(f" {axis}={value}" for axis, value in self.more.items())
        return self.id + more + ("" if self.variant == "release" else " (debug)")

    @property
    def again(self):
        """The command that runs this very case again and judges it."""
        debug = " DEBUG=1" if self.variant == "debug" else ""
        more = " ".join(f"{axis}={value}" for axis, value in self.more.items())
        return f"make check T='{self.id}'{debug}" + (f" WITH='{more}'" if more else "")

    def get(self, key, default=None):
        """A parameter, the matrix point first."""
        if key in self.point:
            return self.point[key]
        return self.parameters.get(key, default)

    def number(self, key, default):
        """A parameter that is a number."""
        value = self.get(key, default)
        try:
            return None if value in (None, "no") else int(value)
        except ValueError as error:
            raise BadTest(f"{self.path}: @{key}: {value} is not a number") from error

    def words(self, key):
        """A parameter that is words."""
        return str(self.get(key, "")).replace(",", " ").split()

    @property
    def boots(self):
        """True if the harness itself boots a kernel for it."""
        return self.kind in ("ktest", "user")

    @property
    def after(self):
        """Tests that must have passed before this one makes sense."""
        wanted = self.words("after")
        if self.boots and self.test != SMOKE:
            wanted.append(SMOKE)
        return wanted


def head(path, text):
    """The lines of the comments that a test begins with."""
    inside = False
    for line in text.splitlines():
        line = line.strip()
        if path.suffix == ".py":
            if not line.startswith("#"):
                return
        else:
            inside = inside or line.startswith("/*")
            if line and not inside and not line.startswith("//"):
                return
            inside = inside and "*/" not in line
        yield line


def parameters(path, text):
    """The @key: value lines in the head of a test."""
    found = {}
    for line in head(path, text):
        match = PARAMETER.match(line)
        if not match:
            continue
        key, value = match.groups()
        if key not in KEYS:
            raise BadTest(f"{path}: unknown parameter @{key} (tests/README.md lists them)")
        if key in LISTS:
            found.setdefault(key, []).append(value)
        elif key in found:
            raise BadTest(f"{path}: @{key} is given twice")
        else:
            found[key] = value
    return found


def _kind(path, text, given):
    if given.get("kind"):
        if given["kind"] not in KINDS:
            raise BadTest(f"{path}: @kind: {given['kind']} is none of {', '.join(KINDS)}")
        return given["kind"]
    if path.suffix == ".py":
        return "py"
    if path.parent.name == "host":
        return "host"
    return "ktest" if KTEST.search(text) else "user" if re.search(r"\bmain\s*\(", text) else "helper"


def discover(variants):
    """Every test there is, on the first of VARIANTS; each as a Case without a matrix point."""
    cases = []
    for path in sorted(TESTS.glob("*/*")):
        if path.parent.name in NOT_HOUSES or path.suffix not in (".c", ".py"):
            continue
        text = path.read_text(errors="replace")
        given = parameters(path, text)
        kind = _kind(path, text, given)
        if kind != "helper":
            cases += _of_file(path, text, given, kind)
    return [clone(case, variant) for variant in variants for case in cases
            if variant in (case.words("builds") or variants)
            and (variant == variants[0] or case.boots)]


def _of_file(path, text, given, kind):
    house, name = path.parent.name, path.stem
    if kind != "ktest":
        return [Case(house, name.replace("_", "-") if kind == "py" else name, kind, path, given)]
    functions = KTEST.findall(text)
    if len(functions) == 1:
        return [Case(house, name.replace("_", "-"), kind, path, given, function=functions[0])]
    return [Case(house, function.replace("_", "-"), kind, path, given, function=function)
            for function in functions]


def clone(case, variant=None, point=None):
    """CASE on another build or at a point of its matrix."""
    return Case(case.house, case.name, case.kind, case.path, case.parameters,
                case.point if point is None else point, variant or case.variant, case.function,
                case.more)


def run_with(chosen, text):
    """Those of CHOSEN that boot a kernel, each with the options of TEXT, "evict=fifo jitter=3", if it
    has none of its own by that name."""
    more = {}
    for word in text.split():
        axis, equals, value = word.partition("=")
        if not equals or axis in MACHINE_AXES:
            raise BadTest(f"{word} is not OPTION=VALUE")
        more[axis] = value
    out = []
    for case in chosen:
        if case.boots and case.get("plain") != "yes":
            case = clone(case)
            case.more = {axis: value for axis, value in more.items()
                         if case.point.get(axis, "-") == "-"}
            out.append(case)
    return out


def _axis(path, text):
    """("name", [values]) of one `name=a,b,1..10`."""
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise BadTest(f"{path}: @matrix: {text} is not NAME=VALUE,VALUE…")
    out = []
    for value in values.split(","):
        span = re.fullmatch(r"(\d+)\.\.(\d+)", value)
        out += [str(n) for n in range(int(span[1]), int(span[2]) + 1)] if span else [value]
    return name, out


def points(case):
    """Every point of CASE's matrices; one empty point if it has none."""
    every = []
    for matrix in case.parameters.get("matrix", []):
        axes = dict(_axis(case.path, text) for text in matrix.split())
        every += [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    return every or [{}]


def sample(case, every, count):
    """COUNT of EVERY points, the same each time, that cover as many axis values as they can; the first
    is one that leaves an option out, if there is any."""
    pool = list(every)
    random.Random(case.test).shuffle(pool)
    chosen, covered = [], set()
    while pool and len(chosen) < count:
        best = max(pool, key=lambda p: (not chosen and "-" in p.values(),
                                        len(set(p.items()) - covered)))
        pool.remove(best)
        chosen.append(best)
        covered |= set(best.items())
    return chosen


def expand(case, full):
    """The cases of a test that a run takes: a sample, or all with FULL."""
    every = points(case)
    if not full:
        every = sample(case, every, case.number("sample", DEFAULT_SAMPLE))
    return [clone(case, point=point) for point in every]


def select(found, targets, full):
    """The cases that TARGETS (houses, tests, cases; none: all) name."""
    if not targets:
        return [c for case in found if _in_tier(case, full) for c in expand(case, full)]
    chosen = []
    for target in targets:
        chosen += _select_one(found, target.strip("/"), full)
    return list({case.key: case for case in chosen}.values())


def _in_tier(case, full):
    return full or case.get("tier", "check") != "full"


def _select_one(found, target, full):
    name, bracket, _ = target.partition("[")
    named = [case for case in found
             if name == case.test or (name == case.house and _in_tier(case, full))]
    if not bracket:
        out = [c for case in named for c in expand(case, full)]
    else:
        out = [clone(case, point=p) for case in named for p in points(case)
               if clone(case, point=p).id == target]
    if not out:
        houses = sorted({case.house for case in found})
        raise BadTest(f"no test is called {target}; houses: {', '.join(houses)}")
    return out
