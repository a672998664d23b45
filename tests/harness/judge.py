# SPDX-License-Identifier: MIT
# Judges one run, once, from its whole transcript and its outcome.
"""Verdicts, and how a kernel run is turned into one."""
import re
from dataclasses import dataclass, field

PASSED = "passed"
FAILED = "failed"
CRASHED = "crashed"
TIMED_OUT = "timed out"
SKIPPED = "skipped"
NOT_RUN = "not run: prerequisite failed"
INFRASTRUCTURE = "infrastructure error"

TIME_LIMIT = re.compile(r"Time limit of \d+ ticks")
DEFAULT_TICKS = 6000
NUMBER = re.compile(r"^[\d\s+\-*/()<>=!]+$")


@dataclass
class Verdict:
    """The answer for one case; `why` says what was expected and what was seen."""
    verdict: str
    why: str = ""
    wall: float = 0.0
    transcript: str = ""
    counters: dict = field(default_factory=dict)
    replay: str = ""
    ticks: int = None
    cpu: float = 0.0   # seconds of CPU time of what it ran


def judge(case, result):
    """Verdict for CASE from the Result of its run."""
    said = result.said
    verdict, why = _ending(case, result)
    if verdict == PASSED:
        verdict, why = _content(case, said)
    return Verdict(verdict, why, result.wall, said.text, said.counters, ticks=said.ticks,
                   cpu=result.cpu)


def _ending(case, result):
    """Did the run end as it should?"""
    said, expect = result.said, case.get("expect", "passed")
    if case.number("exit", 0) != 0 and expect == "passed":
        expect = "failed"
    if TIME_LIMIT.search(said.text):
        if expect == "time-limit":
            return PASSED, ""
        return TIMED_OUT, f"the guest's time limit of {limit(case)} ticks ran out"
    if result.outcome == expect:
        return PASSED, ""
    skip = [why for _, word, why in said.ktests if word == "SKIP"]
    if skip:
        return SKIPPED, skip[-1]
    fails = [f"({name}) {why}" for name, word, why in said.ktests if word == "FAIL"]
    if fails:
        return FAILED, fails[0]
    return _wrong_ending(expect, result)


def _wrong_ending(expect, result):
    said, seen = result.said, result.outcome
    expected = f"expected the run to end as `{expect}`; "
    if seen == "timeout":
        return TIMED_OUT, expected + f"it was still running after {result.wall:.0f} s on the host"
    if seen == "panic":
        return CRASHED, expected + f"seen: {said.panic}"
    if seen == "reset":
        return CRASHED, expected + "seen: a triple fault or reset"
    if seen == "emulator":
        return INFRASTRUCTURE, f"the emulator did not run: {result.stderr or 'it said nothing'}"
    return FAILED, expected + f"it ended as `{seen}`{_last_words(said)}"


def _last_words(said):
    exits = [f"{name}: exit({status})" for name, status in said.programs if status != 0]
    lines = [line for line in said.text.splitlines() if line and not line.startswith("KSTAT")]
    if said.outcome == "refused":
        return f" ({'; '.join(lines[:3])})"
    tail = [line for line in lines if not re.match(r"Outcome:|Powering off|Timer:", line)][-1:]
    return f" ({'; '.join(exits or tail)})"


def _content(case, said):
    """Did it say what it should?"""
    for check in (_ktest, _program, _lines, _counters):
        verdict, why = check(case, said)
        if verdict != PASSED:
            return verdict, why
    return PASSED, ""


def _ktest(case, said):
    fails = [f"({name}) {why}" for name, word, why in said.ktests if word == "FAIL"]
    if fails:
        return FAILED, fails[0]
    skips = [why for _, word, why in said.ktests if word == "SKIP"]
    if skips:
        return SKIPPED, skips[-1]
    own_actions = case.get("actions")  # which need not be `ktest`
    if case.kind == "ktest" and case.get("expect", "passed") == "passed" and not own_actions:
        name = case.function
        if not any(n == name and word == "PASS" for n, word, _ in said.ktests):
            return FAILED, f"expected `({name}) PASS`; the kernel did not say it"
    return PASSED, ""


def _program(case, said):
    if case.kind != "user" or case.get("actions") or case.get("expect", "passed") != "passed":
        return PASSED, ""
    wanted = case.number("exit", 0)
    statuses = [status for name, status in said.programs if name == case.name[:len(name)]]
    if not statuses:
        return FAILED, f"expected `{case.name}: exit({wanted})`; the program never ended"
    if statuses[-1] != wanted:
        return FAILED, f"expected `{case.name}: exit({wanted})`; seen exit({statuses[-1]})"
    return PASSED, ""


def _lines(case, said):
    for pattern in case.get("output") or []:
        if not re.search(pattern, said.text, re.M):
            return FAILED, f"expected a line matching /{pattern}/; there is none"
    for pattern in case.get("absent") or []:
        found = re.search(pattern, said.text, re.M)
        if found:
            return FAILED, f"expected no line matching /{pattern}/; seen: {found.group(0)}"
    return PASSED, ""


def _counters(case, said):
    for wanted in case.get("kstat") or []:
        values = re.sub(r"[a-z][\w-]*(?:\.[\w-]+)+",
                        lambda m: str(said.counters.get(m.group(0), m.group(0))), wanted)
        if not NUMBER.match(values):
            return FAILED, f"expected {wanted}; a counter in it was not printed (seen: {values})"
        if not eval(values, {"__builtins__": {}}):  # only digits and operators: NUMBER saw to it
            return FAILED, f"expected {wanted}; seen {values}"
    return PASSED, ""


def limit(case):
    """The guest's time limit in ticks."""
    return case.number("ticks", DEFAULT_TICKS)
