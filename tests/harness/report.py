# SPDX-License-Identifier: MIT
# Says how the tests went: a progress line, the failures, results.json and results.xml.
"""Reporting of a harness run."""
import json
import os
import threading
from xml.etree import ElementTree

from ptlib import command

import judge

FAILING = (judge.FAILED, judge.CRASHED, judge.TIMED_OUT, judge.NOT_RUN, judge.INFRASTRUCTURE)
TAIL_LINES = 15


class Progress(command.Progress):
    """The line that says how far the run is."""

    def __init__(self, total):
        super().__init__()
        self.total = total
        self.done = self.failed = 0
        self.lock = threading.Lock()

    def add(self, case, verdict):
        """Counts one finished case, and shows it if it failed."""
        with self.lock:
            self.done += 1
            if verdict.verdict in FAILING:
                self.failed += 1
                self.clear()
                self.stream.write(failure(case, verdict))
            self.show(f"[{self.done}/{self.total}] {self.failed} failed, {self.seconds:.0f} s",
                      now=case.key, last=self.done == self.total)


def failure(case, verdict):
    """What a failing case prints."""
    out = [f"\n{verdict.verdict.upper()}: {case.key}", f"  {verdict.why}"]
    if verdict.verdict != judge.NOT_RUN:
        lines = [line for line in verdict.transcript.splitlines() if not line.startswith("KSTAT")]
        if lines:
            out.append("  its last lines:")
            out += [f"    | {line}" for line in lines[-TAIL_LINES:]]
        out.append(f"  again:  {case.again}")
        if verdict.replay and not verdict.replay.startswith("make"):
            out.append(f"  by hand:  {verdict.replay}")
    return "\n".join(out) + "\n"


def counts(results):
    """(passed, failed, skipped) of [(case, verdict)]."""
    verdicts = [verdict.verdict for _, verdict in results]
    return (verdicts.count(judge.PASSED), sum(v in FAILING for v in verdicts),
            verdicts.count(judge.SKIPPED))


def dearest(results, count):
    """Lines that name the COUNT cases of RESULTS that took the most CPU time, and each house's."""
    houses = {}
    for case, verdict in results:
        houses[case.house] = houses.get(case.house, 0) + verdict.cpu
    cases = sorted(((verdict.cpu, case.key) for case, verdict in results), reverse=True)
    rows = cases[:count] + sorted(((cpu, name) for name, cpu in houses.items()), reverse=True)
    rows.append((sum(os.times()[:4]), "all, with the harness itself"))
    return "\n".join(["seconds of CPU time:", *(f"{cpu:8.2f}  {name}" for cpu, name in rows)])


def summary(results):
    """The closing lines; the very last is `N passed, N failed, N skipped`."""
    lines = []
    for case, verdict in results:
        if verdict.verdict == judge.SKIPPED:
            lines.append(f"skipped: {case.key}: {verdict.why}")
    kinds = {}
    for _, verdict in results:
        if verdict.verdict in FAILING:
            kinds[verdict.verdict] = kinds.get(verdict.verdict, 0) + 1
    if kinds:
        lines.append("failures by kind: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
        lines += [f"  {verdict.verdict}: {case.key}" for case, verdict in results
                  if verdict.verdict in FAILING]
    lines.append("%d passed, %d failed, %d skipped" % counts(results))
    return "\n".join(lines)


def write(folder, results, seconds):
    """Writes results.json and results.xml (JUnit) into FOLDER, and each failure's console."""
    folder.mkdir(parents=True, exist_ok=True)
    passed, failed, skipped = counts(results)
    data = {"schema": 1, "passed": passed, "failed": failed, "skipped": skipped,
            "seconds": round(seconds, 2),
            "cpu_seconds": round(sum(os.times()[:4]), 2), "tests": [_entry(c, v) for c, v in results]}
    _replace(folder / "results.json", json.dumps(data, indent=1) + "\n")
    _replace(folder / "results.xml", _junit(results, seconds))
    _consoles(folder / "failed", results)


def _entry(case, verdict):
    return {"name": case.id, "build": case.variant, "kind": case.kind, "verdict": verdict.verdict,
            "why": verdict.why, "seconds": round(verdict.wall, 3),
            "cpu_seconds": round(verdict.cpu, 3), "ticks": verdict.ticks,
            "replay": verdict.replay, "counters": verdict.counters}


def _replace(path, text):
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8", errors="replace")
    draft.replace(path)


def _consoles(folder, results):
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for case, verdict in results:
        if verdict.verdict in FAILING and verdict.transcript:
            name = case.key.replace("/", "-").replace(" ", "")
            (folder / f"{name}.txt").write_text(verdict.transcript, errors="replace")


def _junit(results, seconds):
    passed, failed, skipped = counts(results)
    suite = ElementTree.Element("testsuite", name="pageturner", tests=str(len(results)),
                                failures=str(failed), skipped=str(skipped), errors="0",
                                time=f"{seconds:.2f}")
    for case, verdict in results:
        node = ElementTree.SubElement(suite, "testcase", classname=case.house,
                                      name=case.key.split("/", 1)[1], time=f"{verdict.wall:.3f}")
        if verdict.verdict == judge.SKIPPED:
            ElementTree.SubElement(node, "skipped", message=verdict.why)
        elif verdict.verdict in FAILING:
            bad = ElementTree.SubElement(node, "failure", type=verdict.verdict, message=verdict.why)
            bad.text = _printable(verdict.transcript)
    return ElementTree.tostring(suite, encoding="unicode") + "\n"


def _printable(text):
    return "".join(c if c in "\n\t" or " " <= c else "?" for c in text)
