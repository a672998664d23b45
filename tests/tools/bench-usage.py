# SPDX-License-Identifier: MIT
# A sweep that cannot be run is refused before its first boot, with what would do.
from toolslib import expect, expect_status, tool

MISTAKES = [
    ("nope", "--workloads nope: no such program"),
    ("page-linear,nope 3", "--workloads nope: no such program"),
    ("", "nothing to run"),
]

for workloads, sentence in MISTAKES:
    run = tool("scripts/bench.py", "--workloads", workloads)
    expect_status(run, 2, f"--workloads '{workloads}'")
    expect(sentence in run.stderr, f"`{sentence}`", run)
    expect(run.stdout == "" and "Traceback" not in run.stderr, "no run and no traceback", run)

expect("page-parallel" in tool("scripts/bench.py", "--workloads", "nope").stderr,
       "the workloads that there are")
