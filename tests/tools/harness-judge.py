# SPDX-License-Identifier: MIT
# Every way a run can end gets its own verdict, with what was expected and what was seen.
import pathlib

import cases
import judge
from ptlib import machine, transcript
from toolslib import expect


def verdict(outcome, text, kind="user", **parameters):
    """The verdict for a run that ended as OUTCOME with TEXT on its console."""
    for key in ("output", "absent", "kstat"):
        if key in parameters:
            parameters[key] = [parameters[key]]
    case = cases.Case("vm", "prog", kind, pathlib.Path("tests/vm/prog.c"), parameters,
                      function="prog" if kind == "ktest" else None)
    return judge.judge(case, machine.Result(outcome, transcript.parse(text), stderr="no disk"))


GOOD = "Boot complete.\nprog: exit(0)\nKSTAT vm.evictions 164\nKSTAT vm.swap_ins 3\n"
for wanted, seen, run in (
        (judge.PASSED, "", verdict("passed", GOOD)),
        (judge.FAILED, "exit(7)", verdict("failed", "prog: exit(7)\n")),
        (judge.PASSED, "", verdict("failed", "prog: exit(-1)\n", exit="-1")),
        (judge.FAILED, "ended as `passed`", verdict("passed", GOOD, exit="-1")),
        (judge.FAILED, "never ended", verdict("passed", "Boot complete.\n")),
        (judge.CRASHED, "PANIC", verdict("panic", "Kernel PANIC at x.c:1 in f(): bad\n")),
        (judge.PASSED, "", verdict("panic", "Kernel PANIC at x.c:1\n", expect="panic")),
        (judge.CRASHED, "triple fault", verdict("reset", "Boot complete.\n")),
        (judge.TIMED_OUT, "still running", verdict("timeout", "Boot complete.\n")),
        (judge.TIMED_OUT, "time limit",
         verdict("panic", "Kernel PANIC at x.c:1: Time limit of 6000 ticks\n")),
        (judge.INFRASTRUCTURE, "no disk", verdict("emulator", "")),
        (judge.SKIPPED, "no SVM", verdict("failed", "(prog) SKIP: no SVM\nprog: exit(1)\n")),
        (judge.FAILED, "expected 1, got 2",
         verdict("failed", "(prog) FAIL: expected 1, got 2\nprog: exit(1)\n")),
        (judge.PASSED, "", verdict("passed", GOOD, kstat="vm.evictions <= 164")),
        (judge.FAILED, "164 <= 163", verdict("passed", GOOD, kstat="vm.evictions <= 163")),
        (judge.PASSED, "", verdict("passed", GOOD, kstat="vm.evictions + vm.swap_ins == 167")),
        (judge.FAILED, "not printed", verdict("passed", GOOD, kstat="vm.nothing == 0")),
        (judge.FAILED, "there is none", verdict("passed", GOOD, output="^never$")),
        (judge.FAILED, "exit(0)", verdict("passed", GOOD, absent=r"exit\(\d\)")),
        (judge.PASSED, "", verdict("passed", "(prog) PASS\n", kind="ktest")),
        (judge.FAILED, "(prog) PASS", verdict("passed", "Boot complete.\n", kind="ktest")),
        (judge.FAILED, "why", verdict("failed", "(prog) FAIL: why\n", kind="ktest"))):
    expect(run.verdict == wanted, f"verdict {wanted} ({seen})", run)
    expect(seen in run.why, f"`{seen}` in the reason", run)
