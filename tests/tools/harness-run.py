# SPDX-License-Identifier: MIT
# A whole run of the harness over small tests: verdicts, summary, results, resuming.
import json
import os
import pathlib
from xml.etree import ElementTree

from toolslib import expect, expect_status, folder, tool

TESTS = {
    "a/good.py": "print('fine')",
    "a/bad.py": "print('expected 3, got 4'); raise SystemExit(1)",
    "a/skipped.py": "print('no such device'); raise SystemExit(77)",
    "a/skipped-too.py": "print('no such device'); raise SystemExit(77)",
    "a/slow.py": "# @seconds: 1\nimport time; time.sleep(30)",
    "a/killed.py": "import os; os.kill(os.getpid(), 11)",
    "a/later.py": "# @after: a/bad\nprint('fine')",
    "a/after-good.py": "# @after: a/good\nprint('fine')",
    "a/tool.py": "# @needs: no-such-tool\nprint('fine')",
}
VERDICTS = {"a/good": "passed", "a/bad": "failed", "a/skipped": "skipped",
            "a/skipped-too": "failed", "a/slow": "timed out", "a/killed": "crashed",
            "a/later": "not run: prerequisite failed", "a/after-good": "passed",
            "a/tool": "failed"}


def harness(place, *arguments):
    """Runs the harness on the tests in PLACE."""
    env = dict(os.environ, PAGETURNER_TESTS=f"{place}/tests", PAGETURNER_CHECK=f"{place}/out")
    return tool("tests/harness", *arguments, env=env)


with folder() as place:
    base = pathlib.Path(place) / "tests"
    (base / "a").mkdir(parents=True)
    (base / "allowed-skips.txt").write_text("a/skipped  # is nowhere\n")
    for name, text in TESTS.items():
        (base / name).write_text(text + "\n")
    run = harness(place)
    expect_status(run, 1, "a run with failures")
    last = run.stdout.rstrip().splitlines()[-1]
    expect(last == "2 passed, 6 failed, 1 skipped", "the summary as the last line", run)
    expect("expected 3, got 4" in run.stdout and "again:  make check T='a/bad'" in run.stdout,
           "what was seen, and the command to see it again", run)
    expect("allowed-skips.txt" in run.stdout, "the skip that is not allowed named", run)
    results = json.loads((pathlib.Path(place) / "out" / "results.json").read_text())
    seen = {test["name"]: test["verdict"] for test in results["tests"]}
    expect(seen == VERDICTS, f"verdicts {VERDICTS}", seen)
    suite = ElementTree.parse(f"{place}/out/results.xml").getroot()
    expect(suite.get("tests") == "9" and len(suite.findall("testcase/failure")) == 6
           and len(suite.findall("testcase/skipped")) == 1, "JUnit XML", suite.attrib)

    expect_status(harness(place, "a/good", "a/after-good"), 0, "tests that pass")
    run = harness(place, "a/goood")
    expect_status(run, 2, "a test that does not exist")
    expect("a/goood" in run.stderr, "its name", run)

    once = base / "a" / "once.py"  # passes the first time only: a second run would show
    once.write_text(f"import pathlib\np = pathlib.Path({str(place)!r}, 'ran')\n"
                    "assert not p.exists()\np.touch()\n")
    expect_status(harness(place, "--full", "a/once"), 0, "the first run of --full")
    expect_status(harness(place, "--full", "a/once"), 0, "a resumed run of --full")
    expect_status(harness(place, "--full", "--fresh", "a/once"), 1, "--fresh runs it again")
