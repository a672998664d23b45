# SPDX-License-Identifier: MIT
# A command line of 4,000 characters reaches the kernel from a disk, to its last word.
from toolslib import expect, expect_status, tool

options = ["-rs=12345"] * 390
for last, status in (("-q", 0), ("-quit", 1)):
    line = ["-q", *options, last]
    expect(3900 < len(" ".join(line)) < 4080, "a long command line that fits", len(" ".join(line)))
    run = tool("scripts/pageturner", "--disk", "--mem", "4", "--", *line)
    expect_status(run, status, f"a command line that ends in {last}")
expect("Unknown option '-quit'" in run.stdout, "the last word to be looked at", run)
