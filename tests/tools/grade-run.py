# SPDX-License-Identifier: MIT
# A grade of a small tree of tests, run as a person runs it: whole, without an emulator, and
# interrupted.
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from ptlib import ROOT
from toolslib import expect, expect_status, folder, path_with

RUBRIC = """
area some Some
    3 Line
        x/*
area slow Slow
    1 Slow
        y/*
"""
HEAD = "# What this one does.\n"
GRADE = ["tests/harness/grade.py", "--jobs", "1"]


def write(directory, files):
    """Writes tests into DIRECTORY."""
    for name, text in files.items():
        path = pathlib.Path(directory) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def command(directory, *words):
    """The command that grades the tests in DIRECTORY, and its environment."""
    env = dict(os.environ, PAGETURNER_TESTS=str(directory), PAGETURNER_CHECK=f"{directory}/check")
    return [sys.executable, *GRADE, "--out", f"{directory}/out", *words], env


def grade(directory, *words, path=None):
    """Grades; the finished process and the JSON report."""
    words, env = command(directory, *words)
    if path:
        env["PATH"] = path
    run = subprocess.run(words, env=env, cwd=ROOT, text=True, capture_output=True, timeout=60,
                         stdin=subprocess.DEVNULL, check=False)
    report = pathlib.Path(directory) / "out" / "grade.json"
    return run, json.loads(report.read_text()) if report.exists() else None


with folder() as tree:
    write(tree, {
        "rubric.txt": RUBRIC,
        "x/passes.py": HEAD,
        "x/fails.py": HEAD + "print('expected 1, seen 2')\nraise SystemExit(1)\n",
        "x/crashes.py": HEAD + "import os\nos.kill(os.getpid(), 11)\n",
        "y/slow.py": HEAD + "import time\ntime.sleep(0.1)\n"})
    run, data = grade(tree)
    expect_status(run, 0, "everything judged")
    expect((data["earned"], data["lost"]) == (2, 2), "2 marks earned and 2 lost", data)
    expect("some             1 of    3" in run.stdout and "total            2 of    4" in run.stdout,
           "a table of marks", run)
    text = (pathlib.Path(tree) / "out" / "report.md").read_text()
    for wanted in ("It does: What this one does.", "seen 1: expected 1, seen 2", "signal 11",
                   "`make check T='x/fails'`"):
        expect(wanted in text, f"the report to say `{wanted}`", text)

    run, data = grade(tree, "slow")
    expect(len(data["areas"]) == 1 and data["of"] == 1, "only the area that was asked for", data)

    # Without an emulator a test that fails is not a zero.
    programs = pathlib.Path(tree) / "programs"
    programs.mkdir()
    path_with(programs, ["sh"])
    run, data = grade(tree, path=str(programs))
    expect_status(run, 3, "not everything judged")
    expect(data["not_judged"] == 1 and not data["complete"], "x/fails not judged", data)
    expect("not judged" in run.stdout and "qemu" in json.dumps(data), "the missing tool named", run)

    # A disk that cannot be made is no zero either, and costs no other test.
    write(tree, {"x/broken.c": "/* Boots.\n * @put: no-such-file\n */\nint main(void)\n{\n}\n"})
    run, data = grade(tree, "some")
    expect_status(run, 3, "not everything judged")
    expect((data["earned"], data["lost"], data["not_judged"]) == (0.75, 1.5, 0.75),
           "only x/broken not judged", data)
    expect("no-such-file" in json.dumps(data), "the reason", data)
    (pathlib.Path(tree) / "x/broken.c").unlink()

    # Interrupted, it reports what had finished.  SIGINT may be ignored here, as it is in a job that
    # a script starts with `&`; a handler of ours makes it the default again in what we start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    go = pathlib.Path(tree) / "go"
    waits = (f"import os, time\nend = time.monotonic() + 60\n"
             f"while not os.path.exists({str(go)!r}) and time.monotonic() < end:\n"
             f"    time.sleep(0.02)\n")
    write(tree, {"y/slow.py": HEAD + waits, "y/slower.py": HEAD + waits,
                 "check/durations.json": '{"x/passes": 9, "x/fails": 8, "x/crashes": 7}'})
    words, env = command(tree)
    process = subprocess.Popen(words, env=env, cwd=ROOT, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    results = pathlib.Path(tree) / "out" / "results.jsonl"
    end = time.monotonic() + 30
    while time.monotonic() < end:
        time.sleep(0.05)
        if results.exists() and results.read_text().count("\n") == 3 and process.poll() is None:
            break
    process.send_signal(signal.SIGINT)
    go.touch()
    out, err = process.communicate(timeout=30)
    expect(process.returncode == 130, "status 130", f"{process.returncode}\n{out}\n{err}")
    data = json.loads((pathlib.Path(tree) / "out" / "grade.json").read_text())
    expect((data["earned"], data["lost"], data["not_judged"]) == (1, 2, 1),
           "1 mark earned, 2 lost, 1 not judged", data)

    # A test that is in no line is named.
    write(tree, {"z/new.py": HEAD})
    run, _ = grade(tree)
    expect(run.returncode == 2 and "z/new is in no line" in run.stderr, "z/new to be named", run)
