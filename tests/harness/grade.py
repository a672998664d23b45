# SPDX-License-Identifier: MIT
# Grades the tree by tests/rubric.txt.
"""Runs the tests of the rubric and gives marks: python3 tests/harness/grade.py [AREA…]

The reports are build/grade/report.md and build/grade/grade.json; build/grade/results.jsonl has each
result as soon as it is there, and an interrupted run still reports what has finished.

Exit status: 0 everything was judged (whatever the marks), 2 usage or a rubric that does not fit the
tests, 3 something could not be judged (a missing tool, a broken image), 130 interrupted.
"""
import argparse
import json
import os
import pathlib
import signal
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "scripts")]
sys.dont_write_bytecode = True

from ptlib import BUILD, tools  # noqa: E402

import cases  # noqa: E402
import execute  # noqa: E402
import judge  # noqa: E402
import marks  # noqa: E402
import rubric  # noqa: E402
import runner  # noqa: E402

RUBRIC = cases.TESTS / "rubric.txt"
VARIANTS = ["release", "debug"]


def options():
    """The command line."""
    parser = argparse.ArgumentParser(prog="grade", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA")
    parser.add_argument("--check", action="store_true", help="only check the rubric")
    parser.add_argument("--rubric", type=pathlib.Path, default=RUBRIC, help="another rubric")
    parser.add_argument("--out", type=pathlib.Path, default=BUILD / "grade", help="for reports")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    return parser.parse_args()


class GradeRun(runner.Run):
    """A run that writes each result down at once, and tells what is missing from what is wrong."""

    def __init__(self, chosen, jobs, path):
        super().__init__(chosen, jobs)
        self.by_case = {}
        self.out = open(path, "w", encoding="utf-8")
        self.no_emulator = _no_emulator()

    def _one(self, case):
        missing = execute.missing_tool(case)
        if missing and not self._may_skip(case):
            return judge.Verdict(judge.INFRASTRUCTURE, missing)
        verdict = super()._one(case)
        if self.no_emulator and case.kind == "py" and verdict.verdict == judge.FAILED:
            return judge.Verdict(judge.INFRASTRUCTURE, self.no_emulator, verdict.wall)
        return verdict

    def _finish(self, case, verdict):
        super()._finish(case, verdict)
        if self.stopping:
            return  # it was ended by us, not by itself
        self.by_case[case.key] = (case, verdict)
        self.out.write(json.dumps(
            {"name": case.id, "build": case.variant, "verdict": verdict.verdict,
             "why": verdict.why, "seconds": round(verdict.wall, 3)}) + "\n")
        self.out.flush()


def _no_emulator():
    try:
        tools.qemu_version(tools.find("qemu-system-i386"))
    except tools.MissingTool as error:
        return str(error)
    return None


def graded_tests(found):
    """{HOUSE/NAME: Case} of every test, on the first build that it is for."""
    tests = {}
    for case in found:
        tests.setdefault(case.test, case)
    return tests


def chosen_areas(areas, names):
    """Those of AREAS that NAMES ask for; all if there are none."""
    known = [area.name for area in areas]
    for name in names:
        if name not in known:
            raise rubric.BadRubric(f"no area is called {name}; there are {', '.join(known)}")
    return [area for area in areas if not names or area.name in names]


def cases_of(areas, tests):
    """The cases to run for AREAS: as many points of each matrix as `make check` takes."""
    return [case for area in areas for line in area.lines for test in line.tests
            for case in cases.expand(tests[test], False)]


def with_smoke(chosen, tests):
    """CHOSEN with the tests in front that they come after."""
    have = {case.test for case in chosen}
    wanted = {test for case in chosen for test in case.after} - have
    return [c for test in sorted(wanted) if test in tests
            for c in cases.expand(tests[test], False)] + _smoke_on_debug(chosen, tests) + chosen


def _smoke_on_debug(chosen, tests):
    smoke = tests.get(cases.SMOKE)
    if smoke and any(case.boots and case.variant == "debug" for case in chosen):
        return cases.expand(cases.clone(smoke, "debug"), False)
    return []


def write(folder, total, note):
    """Writes both reports."""
    for name, text in (("report.md", marks.markdown(total, note)),
                       ("grade.json", json.dumps(marks.machine(total, note), indent=1) + "\n")):
        draft = folder / f"{name}.{os.getpid()}"
        draft.write_text(text, encoding="utf-8", errors="replace")
        draft.replace(folder / name)


def grade(opts, areas, tests):
    """Runs, reports; the exit status."""
    chosen = cases_of(areas, tests)
    opts.out.mkdir(parents=True, exist_ok=True)
    run = GradeRun(with_smoke(chosen, tests), opts.jobs, opts.out / "results.jsonl")
    note, status = "", 0
    try:
        run.go()
    except KeyboardInterrupt:
        note, status = "Interrupted: only what had finished is judged.", 130
    run.progress.clear()
    total = marks.compute(areas, chosen, run.by_case)
    if total.of(marks.OPEN) and not note:
        note, status = "Not everything could be judged: see \"Not judged\" below.", 3
    write(opts.out, total, note)
    print(marks.table(total))
    print(f"report: {os.path.relpath(opts.out / 'report.md')}")
    if note:
        print(f"grade: {note}", file=sys.stderr)
    return status


def main():
    """Grades what the command line names."""
    opts = options()
    try:
        tests = graded_tests(cases.discover(VARIANTS))
        areas = rubric.parse(opts.rubric.read_text(encoding="utf-8"))
        rubric.assign(areas, tests)
        areas = chosen_areas(areas, opts.areas)
    except (cases.BadTest, rubric.BadRubric, OSError) as error:
        for line in str(error).splitlines():
            print(f"grade: {opts.rubric.name}: {line}", file=sys.stderr)
        return 2
    if opts.check:
        return 0
    return grade(opts, areas, tests)


def _terminated(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    sys.exit(main())
