# SPDX-License-Identifier: MIT
# Every deliberate break still applies to this tree and names tests that exist.
# @needs: patch
import subprocess

import cases
import mutants
from ptlib import ROOT, tools
from toolslib import expect

found = cases.discover(["release", "debug"])
tests = {case.test for case in found}
debug_only = {case.test for case in found if case.get("builds") == "debug"}
bad = []
for path in sorted(mutants.MUTANTS.glob("*.patch")):
    mutant = mutants.read(path, debug_only)
    bad += [f"{path.name}: there is no test {name}" for name in mutant.tests
            if name.split("[")[0] not in tests]
    run = subprocess.run([tools.find("patch"), "-p1", "--dry-run", "-s", "-f", "-i", str(path)],
                         cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, check=False)
    if run.returncode != 0:
        bad.append(f"{path.name} does not apply: {run.stdout.strip()}")
expect(not bad, "every mutant to apply", "\n".join(bad))
