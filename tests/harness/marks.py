# SPDX-License-Identifier: MIT
# Turns verdicts into marks, and marks into the report for people and the one for machines.
"""Marks: each line's weight is shared evenly by its tests, each test's by its cases.

A share is earned, lost, or open: open is what could not be judged (no emulator, a broken image, an
interrupted run).  A case skipped by tests/allowed-skips.txt has no share: the others have it.
"""
import re
from dataclasses import dataclass, field

import judge

EARNED, LOST, OPEN, VOID = "earned", "lost", "open", "void"
TAIL_LINES = 12
HEAD_BLOCK = re.compile(r"/\*(.*?)\*/", re.S)


@dataclass
class CaseMark:
    """One case: what became of its share."""
    case: object
    state: str
    why: str
    verdict: judge.Verdict = None
    share: float = 0.0


@dataclass
class Marks:
    """Marks of a line, an area or everything."""
    title: str
    weight: float
    name: str = ""
    cases: list = field(default_factory=list)    # CaseMarks, of a line
    parts: list = field(default_factory=list)    # Marks: lines of an area, areas of everything

    def of(self, state):
        """The sum of the shares in STATE."""
        if self.parts:
            return sum(part.of(state) for part in self.parts)
        return sum(mark.share for mark in self.cases if mark.state == state)


def state_of(case, verdict, results):
    """(state, why) of one case by its VERDICT; None: it never ran."""
    if verdict is None:
        return OPEN, "not run: the run was interrupted"
    if verdict.verdict == judge.PASSED:
        return EARNED, ""
    if verdict.verdict == judge.SKIPPED:
        return VOID, f"skipped: {verdict.why}"
    if verdict.verdict == judge.INFRASTRUCTURE:
        return OPEN, f"infrastructure error: {verdict.why}"
    if verdict.verdict == judge.NOT_RUN:
        for other, its in results.values():
            if other.test in case.after and other.variant == case.variant and its.verdict in (
                    judge.INFRASTRUCTURE, judge.NOT_RUN):
                state, why = state_of(other, its, results)
                if state == OPEN:
                    return OPEN, f"not run: {other.test}: {why}"
    return LOST, f"{verdict.verdict}: {verdict.why}"


def _case_mark(case, results):
    verdict = results.get(case.key, (case, None))[1]
    return CaseMark(case, *state_of(case, verdict, results), verdict)


def line_marks(line, cases, results):
    """Marks of one rubric LINE, from CASES of its tests and RESULTS {key: (case, verdict)}."""
    marks = Marks(line.title, line.weight)
    tests = []
    for test in line.tests:
        of_test = [_case_mark(case, results) for case in cases if case.test == test]
        marks.cases += of_test
        tests.append([mark for mark in of_test if mark.state != VOID])
    tests = [test for test in tests if test]
    for test in tests:
        for mark in test:
            mark.share = line.weight / len(tests) / len(test)
    if not tests:  # all were skipped: nothing can be said
        marks.cases.append(CaseMark(None, OPEN, "every test of this line was skipped",
                                    share=line.weight))
    return marks


def compute(areas, cases, results):
    """Marks of AREAS together; RESULTS is {key: (case, verdict)}."""
    parts = []
    for area in areas:
        lines = [line_marks(line, cases, results) for line in area.lines]
        parts.append(Marks(area.title, area.weight, area.name, parts=lines))
    return Marks("all", sum(area.weight for area in areas), parts=parts)


# ---- What a test does ------------------------------------------------------------------------------


def purpose(path):
    """What the test in PATH says in its head comment that it does."""
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return ""
    head = _python_head(text) if path.suffix == ".py" else _c_head(text)
    lines = []
    for line in head:
        line = line.strip().lstrip("*").strip()
        if line.startswith("@"):
            break
        if not line.startswith("SPDX-License-Identifier"):
            lines.append(line)
    return " ".join(" ".join(lines).split())


def _python_head(text):
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        if not line.startswith("#!"):
            yield line.lstrip("#")


def _c_head(text):
    """The comments before the first line of code."""
    at = 0
    while True:
        match = HEAD_BLOCK.match(text, at + len(text[at:]) - len(text[at:].lstrip()))
        if not match:
            return
        yield from match[1].splitlines()
        at = match.end()


# ---- Reports -----------------------------------------------------------------------------------


def number(value):
    """Marks as people write them."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def table(total):
    """The closing lines on the console."""
    rows = [*((part.name, part) for part in total.parts), ("total", total)]
    out = []
    for name, part in rows:
        line = f"{name:<10} {number(part.of(EARNED)):>7} of {number(part.weight):>4}"
        if part.of(OPEN):
            line += f"   ({number(part.of(OPEN))} not judged)"
        out.append(line)
    return "\n".join(out)


def markdown(total, note):
    """The report for people."""
    out = ["# Grades", ""]
    if note:
        out += [f"**{note}**", ""]
    out += ["| area | marks | of | not judged |", "| --- | ---: | ---: | ---: |"]
    for part in total.parts:
        out.append(_row(f"{part.name}: {part.title}", part))
    out.append(_row("**total**", total))
    for area in total.parts:
        out += ["", f"## {area.title}", "", "| what | marks | of | not judged |",
                "| --- | ---: | ---: | ---: |"]
        out += [_row(line.title, line) for line in area.parts]
        for state, title in ((LOST, "Lost"), (OPEN, "Not judged")):
            out += _section(area, state, title)
    return "\n".join(out) + "\n"


def _row(title, marks):
    open_ = number(marks.of(OPEN)) if marks.of(OPEN) else ""
    return f"| {title} | {number(marks.of(EARNED))} | {number(marks.weight)} | {open_} |"


def _section(area, state, title):
    out = []
    for line in area.parts:
        for mark in line.cases:
            if mark.state == state:
                out += _case(line, mark, state)
    return ["", f"### {title}", *out] if out else []


def _case(line, mark, state):
    share = number(mark.share) or "0"
    if mark.case is None:
        return ["", f"- {line.title} ({share}): {mark.why}"]
    out = ["", f"#### {mark.case.key}: {share} of {number(line.weight)} for \"{line.title}\"", "",
           f"- It does: {purpose(mark.case.path) or 'its head comment does not say'}",
           f"- Outcome: {mark.why}", f"- Again: `{mark.case.again}`"]
    text = mark.verdict.transcript if mark.verdict and state == LOST else ""
    lines = [line for line in text.splitlines() if line and not line.startswith("KSTAT")]
    if lines:
        out += ["", "```", *lines[-TAIL_LINES:], "```"]
    return out


def machine(total, note):
    """The report for machines."""
    return {"schema": 1, "complete": not total.of(OPEN), "note": note, **_sums(total),
            "areas": [{"name": area.name, "title": area.title, **_sums(area),
                       "lines": [_line(line) for line in area.parts]} for area in total.parts]}


def _sums(marks):
    return {"earned": round(marks.of(EARNED), 4), "lost": round(marks.of(LOST), 4),
            "not_judged": round(marks.of(OPEN), 4), "of": marks.weight}


def _line(line):
    return {"title": line.title, **_sums(line),
            "cases": [_entry(mark) for mark in line.cases if mark.case]}


def _entry(mark):
    verdict = mark.verdict
    entry = {"name": mark.case.id, "build": mark.case.variant, "share": round(mark.share, 4),
             "state": "skipped" if mark.state == VOID else "not judged" if mark.state == OPEN
             else mark.state, "verdict": verdict.verdict if verdict else None}
    if mark.state != EARNED:
        entry.update(does=purpose(mark.case.path), why=mark.why, again=mark.case.again,
                     by_hand=verdict.replay if verdict else "")
    return entry
