# SPDX-License-Identifier: MIT
# Under --icount two runs are the same to the last counter; another seed makes another run.
from ptlib.transcript import differing
from toolslib import expect, expect_status, tool


def run(seed, *more):
    """Console of one run."""
    done = tool("scripts/pageturner", "--mem", "4", "--icount", "3", "--", "-q", "-ul=367",
                "-evict=random", f"-rs={seed}", *more, "run", "page-parallel", timeout=120)
    expect_status(done, 0, "page-parallel under --icount")
    return done.stdout


first = run(1)
expect("KSTAT vm.evictions" in first, "counters", first)
differ = differing(first, run(1))
expect(not differ, "the same console twice", differ)
expect(differing(first, run(2).replace("-rs=2", "-rs=1")), "another console with another seed")
