# SPDX-License-Identifier: MIT
# bench-shadow runs what has no cache size once for all sizes, shows it with each, and knows older records.
import json
import pathlib

import bench_shadow
from toolslib import expect, folder

COUNTERS = dict.fromkeys(("faults", *bench_shadow.PROOF), 7)


def record(key, config, seed):
    """A run that finished."""
    return {"key": key, "stamp": bench_shadow.stamp("release"), "config": config, "seed": seed,
            "outcome": "passed", "said": {"marks": [], "counters": COUNTERS}}


with folder() as directory:
    path = pathlib.Path(directory) / "shadow.jsonl"
    words = ["--seeds", "2", "--tables", "reuse", "--pages", "32,64", "--accesses", "9", "--touched", "8",
             "--out", str(path)]
    options = bench_shadow.parser().parse_args(words)
    runs = bench_shadow.plan(options)
    sizeless = [run for run in runs if run.config in ("npt", "never evicts")]
    expect(len(runs) == 2 * 2 * (2 * 6 + 2), "each run once", [run.key for run in runs])
    expect(len({run.command for run in runs}) == len(runs), "no command twice", "")
    expect(len(sizeless) == 2 * 2 * 2, "what has no size once a trace and seed", [r.key for r in sizeless])

    old = [record("reuse/scan/64/npt/1/9/8", "npt", 1), record("reuse/scan/64/fifo/1/9/8", "fifo", 1)]
    path.write_text("".join(json.dumps(r) + "\n" for r in old))
    bench = bench_shadow.Bench(options)
    expect(bench.found == 2, "older records to be found", bench.found)
    bench.records.update((run.key, record(run.key, run.config, run.seed)) for run in runs)
    shown = bench_shadow.cells(bench, "reuse")
    expect(list(shown) == [(t, n) for t in ("random", "scan") for n in (32, 64)], "all places", list(shown))
    expect(all(list(configs) == options.configs for configs in shown.values()), "all policies in each", shown)
    expect(all(c["npt"].asked == 2 for c in shown.values()), "both seeds in each", shown)

    only = bench_shadow.parser().parse_args([*words, "--configs", "npt"])
    bench = bench_shadow.Bench(only)
    expect(list(bench_shadow.cells(bench, "reuse")) == [("scan", "any")], "a row for any size",
           bench_shadow.cells(bench, "reuse"))
