# SPDX-License-Identifier: MIT
# A sweep goes on over runs that crash, hang, fail or are refused, and records each with its reason.
import json
import pathlib

from toolslib import expect, expect_status, folder, tool

# (workloads, more arguments): outcome and reason of each workload's record
SWEEPS = [
    (("sleep 30,page-parallel bogus,nothing", "--options", "-limit=25"),
     {"sleep 30": ("panic", "Time limit of 25 ticks"),
      "page-parallel bogus": ("failed", "page-parallel: exit(1)"), "nothing": ("passed", "")}),
    (("sleep 31", "--timeout", "0.5"), {"sleep 31": ("timeout", "not finished after 0.5 s")}),
    (("nothing", "--ul", "5"), {"nothing": ("refused", "Option '-ul': bad value '5'.")}),
]

with folder() as place:
    out = pathlib.Path(place) / "records.jsonl"
    for (workloads, *more), wanted in SWEEPS:
        run = tool("scripts/bench.py", "--workloads", workloads, "--policies", "fifo", "--out", out,
                   *more)
        expect_status(run, 0 if set(wanted.values()) == {("passed", "")} else 1, workloads)
        records = [json.loads(line) for line in out.read_text().splitlines()]
        expect(len(records) == len(wanted), "a record for each run", records)
        for record in records:
            outcome, why = wanted[record["workload"]]
            expect(record["outcome"] == outcome and why in record["why"], f"{outcome}: {why}", record)
            expect("\n" not in record["why"], "a reason of one line", record)
            for key in ("revision", "emulator_version", "seed", "arguments", "policy", "counters"):
                expect(record[key] is not None, f"{key} in the record", record)
        for record in records:
            if record["outcome"] == "passed":
                expect(record["counters"]["process.started"] == 1, "counters", record)
        lines = [line for line in run.stdout.splitlines() if line.startswith("[")]
        expect(len(lines) == len(wanted), "a line of progress for each run", run)
