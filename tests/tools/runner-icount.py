# SPDX-License-Identifier: MIT
# Under --icount two runs are the same to the last counter; another seed makes another run.
from toolslib import expect, expect_status, tool


def run(seed, *more):
    """Console of one run."""
    done = tool("scripts/pageturner", "--mem", "4", "--icount", "3", "--", "-q", "-ul=367",
                "-evict=random", f"-rs={seed}", *more, "run", "page-parallel", timeout=120)
    expect_status(done, 0, "page-parallel under --icount")
    return done.stdout


first = run(1)
expect("KSTAT vm.evictions" in first, "counters", first)
expect(run(1) == first, "the same console twice")
expect(run(2).replace("-rs=2", "-rs=1") != first, "another console with another seed")
