# SPDX-License-Identifier: MIT
# `make bench-kernel` measures every path, in two runs that print the same.
# @tier: full
# @builds: release
import json

from toolslib import BUILD, expect, expect_status, tool

run = tool("scripts/bench_kernel.py", timeout=200)
expect_status(run, 0, "bench_kernel.py")
rows = json.loads((BUILD / "bench" / "kernel.json").read_text())["rows"]
expect(len(rows) >= 19 and all(row["path"] in run.stdout for row in rows), "a line for each row", run)
