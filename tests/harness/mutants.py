# SPDX-License-Identifier: MIT
# Proves that the tests can fail: each deliberate break of tests/mutants must be caught.
"""Applies each tests/mutants/*.patch to a copy of the tree, builds, and runs the tests it names.

    # caught-by: HOUSE/NAME [HOUSE/NAME …]     # with [AXIS=VALUE] for a point of a matrix
    # build: debug                             # if it takes the debug build
    # why: what is wrong now

A mutant is caught if one of its tests fails or crashes with a message (a time limit does not
count), while the unbroken tree passes the same command.  What was caught on this very tree is
remembered, so that an interrupted run goes on where it stopped (--fresh: from the start).
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "scripts")]
sys.dont_write_bytecode = True

from ptlib import BUILD, ROOT, journal, tools  # noqa: E402

import cases  # noqa: E402

MUTANTS = ROOT / "tests" / "mutants"
TREES = BUILD / "mutants"
HEADER = re.compile(r"^# (caught-by|why|build):\s*(.*?)\s*$", re.M)
MESSAGE_VERDICTS = ("failed", "crashed")
TEST_SECONDS = 600


@dataclass
class Mutant:
    """One deliberate break."""
    path: pathlib.Path
    tests: list
    why: str
    variant: str
    answer: str = ""
    detail: str = ""
    seconds: float = 0.0
    caught: bool = field(default=False)

    @property
    def name(self):
        """The patch's name."""
        return self.path.stem


class BadMutant(Exception):
    """A patch without the header lines it needs."""


def read(path, debug_only):
    """The Mutant of a patch file; tests in DEBUG_ONLY take the debug build."""
    found = {}
    for key, value in HEADER.findall(path.read_text(errors="replace").split("\ndiff ")[0] + "\n"):
        found.setdefault(key, []).append(value)
    if "caught-by" not in found or "why" not in found:
        raise BadMutant(f"{path}: wants the lines `# caught-by: HOUSE/NAME` and `# why: …`")
    tests = [t for line in found["caught-by"] for t in re.split(r"[\s]+|,\s+", line) if t]
    default = "debug" if tests[0].split("[")[0] in debug_only else "release"
    return Mutant(path, tests, " ".join(found["why"]), found.get("build", [default])[0])


def _files():
    """The names of the tree's files."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                            stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    return {name for name in listed if name and (ROOT / name).is_file()}


class Journal(journal.Journal):
    """Which mutants were caught already on this very tree."""

    def __init__(self, fresh):
        super().__init__(TREES / "caught.jsonl", fresh)
        self.caught = {entry["key"]: entry for entry in self.read()}
        self.tree = self._digest()

    @staticmethod
    def _digest():
        """A digest of what a mutant is tried on: all but the documents and the other mutants."""
        digest = hashlib.sha256()
        for name in sorted(_files()):
            if not name.startswith(("docs/", "tests/mutants/")):
                digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
        return digest.hexdigest()

    def _key(self, mutant):
        return hashlib.sha256(self.tree.encode() + mutant.path.read_bytes()).hexdigest()

    def recall(self, mutant):
        """Fills in MUTANT's answer if it is known."""
        entry = self.caught.get(self._key(mutant))
        if entry:
            mutant.caught, mutant.answer, mutant.detail = True, "caught", entry["detail"]
        return bool(entry)

    def add(self, mutant):
        """Remembers a mutant that was caught."""
        if mutant.caught:
            self.append({"key": self._key(mutant), "name": mutant.name, "detail": mutant.detail})


class Tree:
    """A copy of the source tree with a build of its own."""

    def __init__(self, number):
        self.path = TREES / f"tree{number}"
        fresh = not self.path.exists()
        self.path.mkdir(parents=True, exist_ok=True)
        self.restore(shutil.copy2 if fresh else shutil.copy)
        if fresh:
            self._take_build()

    def _take_build(self):
        """Starts from what is built already."""
        (self.path / "build").mkdir()
        for name in ("release", "debug", "host"):
            if (BUILD / name).is_dir():
                subprocess.run(["cp", "-a", str(BUILD / name), str(self.path / "build")],
                               check=True)

    def restore(self, copy=shutil.copy):
        """Makes the copy equal to the tree; what did not differ keeps its time."""
        wanted = _files()
        for name in wanted:
            source, target = ROOT / name, self.path / name
            if target.exists() and target.read_bytes() == source.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            copy(source, target)
        for old in self.path.rglob("*"):
            name = str(old.relative_to(self.path))
            if old.is_file() and name not in wanted and not name.startswith("build/"):
                old.unlink()

    def patch(self, mutant):
        """Applies a patch; an error message, or None."""
        run = subprocess.run([tools.find("patch"), "-p1", "-s", "--no-backup-if-mismatch", "-i",
                              str(mutant.path)], cwd=self.path,
                             text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False)
        return None if run.returncode == 0 else run.stdout.strip()

    def build(self, variant):
        """Builds what changed; an error message, or None."""
        command = ["make", "-s", "-f", "Makefile.build", f"DEBUG={int(variant == 'debug')}", "all",
                   "host-tests"]
        run = subprocess.run(command, cwd=self.path, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                             env=_environment())
        return None if run.returncode == 0 else run.stdout.strip()[-600:]

    def test(self, tests, variant):
        """[(test, verdict, why)] of running TESTS here."""
        results = self.path / "build" / "check" / "results.json"
        results.unlink(missing_ok=True)
        command = [sys.executable, "tests/harness", "--jobs", "1", "--no-smoke",
                   *(["--debug"] if variant == "debug" else []), *tests]
        run = subprocess.run(command, cwd=self.path, text=True, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                             timeout=TEST_SECONDS, env=_environment())
        if not results.exists():
            return [(tests[0], "infrastructure error", run.stdout.strip()[-300:])]
        data = json.loads(results.read_text())
        return [(t["name"], t["verdict"], t["why"]) for t in data["tests"]]


def _environment():
    """Our environment without what an outer make would hand to an inner one."""
    return {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


class Unbroken:
    """What the unbroken tree says to each command, asked once."""

    def __init__(self):
        self.lock, self.known = threading.Lock(), {}

    def passes(self, tree, mutant):
        """An error message if the unbroken TREE does not pass MUTANT's command, or None."""
        key = (tuple(mutant.tests), mutant.variant)
        with self.lock:
            if key in self.known:
                return self.known[key]
        error = tree.build(mutant.variant)
        if error is None:
            bad = [f"{t}: {v}: {w}" for t, v, w in tree.test(mutant.tests, mutant.variant)
                   if v != "passed"]
            error = bad[0] if bad else None
        with self.lock:
            self.known[key] = error
        return error


def prove(tree, mutant, unbroken):
    """Fills in MUTANT's answer."""
    start = time.monotonic()
    error = unbroken.passes(tree, mutant)
    if error:
        mutant.answer, mutant.detail = "UNBROKEN TREE FAILS", error
    else:
        _try(tree, mutant)
    mutant.seconds = time.monotonic() - start


def _try(tree, mutant):
    error = tree.patch(mutant)
    if error:
        mutant.answer, mutant.detail = "PATCH DOES NOT APPLY", error
        tree.restore()
        return
    try:
        error = tree.build(mutant.variant)
        if error:
            mutant.answer, mutant.detail = "DOES NOT BUILD", error
            return
        _judge(mutant, tree.test(mutant.tests, mutant.variant))
    finally:
        tree.restore()


def _judge(mutant, results):
    for test, verdict, why in results:
        if verdict in MESSAGE_VERDICTS and why:
            mutant.caught, mutant.answer, mutant.detail = True, "caught", f"{test}: {why}"
            return
    test, verdict, why = results[0]
    mutant.answer = "NOT CAUGHT"
    mutant.detail = f"{test}: {verdict}{': ' + why if why else ''}"


def run(mutants, jobs, known):
    """Proves all MUTANTS, JOBS at a time, each worker in a tree of its own."""
    trees, unbroken = queue.Queue(), Unbroken()
    done = [mutant for mutant in mutants if known.recall(mutant)]
    if done:
        print(f"{len(done)} were caught on this tree before (FRESH=1: try them again)", flush=True)
    waiting = [mutant for mutant in mutants if not mutant.caught]
    for number in range(min(jobs, len(waiting))):
        trees.put(Tree(number))

    def one(mutant):
        tree = trees.get()
        try:
            prove(tree, mutant, unbroken)
        except (OSError, subprocess.SubprocessError) as error:
            mutant.answer, mutant.detail = "INFRASTRUCTURE ERROR", str(error)
        finally:
            trees.put(tree)
        known.add(mutant)
        done.append(mutant)
        print(f"[{len(done)}/{len(mutants)}] {mutant.name}: {mutant.answer}"
              f" ({mutant.seconds:.0f} s)", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, waiting))


def table(mutants):
    """One line for each mutant."""
    width = max(len(m.name) for m in mutants)
    lines = []
    for m in mutants:
        lines.append(f"{m.name:<{width}}  {m.answer:<10}  {m.why[:90]}")
        lines.append(f"{'':<{width}}    {m.detail.splitlines()[0][:150] if m.detail else ''}")
        if not m.caught:
            lines += [f"{'':<{width}}    {line}" for line in m.detail.splitlines()[1:12]]
    return "\n".join(lines)


def main():
    """Exit status 0 if every mutant is caught, 1 if not, 2 for a mistake."""
    p = argparse.ArgumentParser(prog="make mutants", description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*", help="only these patches (the start of a name will do)")
    p.add_argument("--fresh", action="store_true", help="try those again that are known as caught")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    options = p.parse_args()
    paths = [path for path in sorted(MUTANTS.glob("*.patch"))
             if not options.names or any(path.stem.startswith(n) for n in options.names)]
    if not paths:
        print(f"mutants: no patch in tests/mutants is called {' or '.join(options.names)}",
              file=sys.stderr)
        return 2
    try:
        # Mutants with the same tests next to each other: the unbroken tree is asked once.
        debug_only = {c.test for c in cases.discover(["debug"]) if c.get("builds") == "debug"}
        mutants = sorted((read(path, debug_only) for path in paths),
                         key=lambda m: (m.variant, m.tests, m.name))
    except (BadMutant, cases.BadTest) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    run(mutants, options.jobs, Journal(options.fresh))
    mutants.sort(key=lambda m: m.name)
    print("\n" + table(mutants))
    caught = sum(m.caught for m in mutants)
    print(f"\n{caught} of {len(mutants)} mutants caught")
    return 0 if caught == len(mutants) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
