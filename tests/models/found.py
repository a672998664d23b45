# SPDX-License-Identifier: MIT
# The models of this folder hold for the kernel as it is, and each precaution that is taken out of one
# is missed.
#
# @needs: spin
# @tier: full
#
# usage: scripts/python tests/models/found.py [MODEL...]        (make models)
# Status 0: so it is; 1: it is not; 3: Spin or a C compiler is missing.
"""Runs Spin over each model, once for each value of its BUG."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# What BUG leaves out, by its value: what the line says, and what Spin is to find.
ASSERTION, DEADLOCK = "assertion violated", "invalid end state"
BUGS = {
    "page": [
        ("exit frees a page that is being evicted", ASSERTION),
        ("the page stays mapped while it is written, and is clean after", ASSERTION),
        ("the entry is set before the page is read", ASSERTION),
        ("a second thread does not see that the page is being loaded", ASSERTION),
        ("who waited for the page does not look again", ASSERTION),
        ("the end of a busy state wakes nobody", DEADLOCK),
        ("the dirty bit of who leaves is lost", ASSERTION),
    ],
    "guest": [
        ("the shadow entry outlives the host's", ASSERTION),
        ("a guest is entered without the flush that was asked for", ASSERTION),
        ("the dirty bit of the shadow entry is lost", ASSERTION),
        ("the host's entry is not looked at under the lock", ASSERTION),
        ("the guest's entry is not read again once its table is guarded", ASSERTION),
        ("a page is cleaned without a flush", ASSERTION),
    ],
}
COMPILE = ["-O0", "-w", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"]


def run(command, where):
    """What COMMAND prints; ends the program if it fails."""
    done = subprocess.run(command, cwd=where, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"models: {' '.join(map(str, command))} failed: status {done.returncode}")
    return done.stdout


def search(model, bug, compiler):
    """Goes through every state of MODEL with BUG: the error found, or None, and how many states."""
    with tempfile.TemporaryDirectory(prefix="pageturner-model-") as where:
        run(["spin", f"-DBUG={bug}", "-a", HERE / f"{model}.pml"], where)
        run([compiler, *COMPILE], where)
        text = run(["./pan", "-m1000000", "-n"], where)
    if "max search depth too small" in text:
        sys.exit(f"models: {model} goes deeper than the search")
    error = re.search(r"^pan:\d*:? ?(.*?)(?: \(at depth \d+\))?$", text, re.M)
    clean = re.search(r"errors: 0$", text, re.M)
    if clean:
        error = None
    elif error is None:
        sys.exit(f"models: {model}: not understood:\n{text}")
    return error and error[1].strip(), int(re.search(r"(\d+) states, stored", text)[1])


def judge(model, bug, what, expected, compiler):
    """One line about one search; whether it found what it should."""
    found, states = search(model, bug, compiler)
    good = found is None if expected is None else found is not None and expected in found
    print(f"{'ok  ' if good else 'FAIL'} {model:5} {what}: {found or 'no error'} "
          f"({states:,} states)", flush=True)
    return good


def main(names):
    compiler = next((c for c in ("gcc", "clang", "cc") if shutil.which(c)), None)
    for tool, package in (("spin", "spin"), (compiler or "gcc", "gcc")):
        if shutil.which(tool) is None:
            print(f"models: {tool} is missing: install the package {package}", file=sys.stderr)
            return 3
    unknown = [name for name in names if name not in BUGS]
    if unknown:
        print(f"models: no model is called {unknown[0]}; there are: {', '.join(BUGS)}",
              file=sys.stderr)
        return 2
    good = True
    for model in names or BUGS:
        good &= judge(model, 0, "as the kernel is", None, compiler)
        for bug, (what, expected) in enumerate(BUGS[model], 1):
            good &= judge(model, bug, what, expected, compiler)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
