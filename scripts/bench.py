# SPDX-License-Identifier: MIT
# Sweeps workloads over policies, memory sizes and seeds, and keeps each run's raw record.
"""Runs workload × policy × RAM or user frames × seed, several boots at once.

Each run becomes one line of JSON with its counters, options, seed, revision, emulator version
and outcome.  A run that fails, crashes or hangs is an outcome like any other: it is recorded,
and the sweep goes on.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from ptlib import BUILD, ROOT, UsageError, images, machine  # noqa: E402
from ptlib.command import leave, numbers, words  # noqa: E402

EPILOG = """\
examples:
  scripts/bench.sh --workloads page-parallel,page-merge-par --ul 367,495,623 --seeds 1..10
  scripts/bench.sh --workloads page-linear --mem 4,5,6 --policies clock,random --table
  scripts/bench.sh --workloads 'page-parallel -b' --ul 367 --options '-jitter=7'
"""
DEMO = ["--workloads", "page-parallel,page-merge-par,hot-scan", "--ul", "367", "--table",
        "--timeout", "60"]
COLUMNS = (("evictions", "vm.evictions"), ("swap-ins", "vm.swap_ins"),
           ("swap-outs", "vm.swap_outs"), ("faults", "vm.page_faults"), ("ticks", "timer.ticks"))


@dataclass
class Point:
    """One run of a sweep."""
    workload: str
    policy: str
    mem: int
    ul: int
    seed: int

    @property
    def place(self):
        """The memory it runs in, in words."""
        return f"{self.mem} MB" + (f", {self.ul} user frames" if self.ul else "")

    @property
    def label(self):
        """What the progress line calls it."""
        return f"{self.workload:<16} {self.policy:<7} {self.place}, seed {self.seed}"


def parser():
    """The command line's parser."""
    p = argparse.ArgumentParser(prog="scripts/bench.sh", description=__doc__, epilog=EPILOG,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    add = p.add_argument
    add("--workloads", type=words, required=True, metavar="NAME,…",
        help="programs, each with its arguments after a space")
    add("--policies", type=words, default=["clock", "fifo", "random"], metavar="NAME,…")
    add("--mem", type=numbers, default=[4], metavar="MB,…", help="RAM sizes (default 4)")
    add("--ul", type=numbers, default=[0], metavar="FRAMES,…",
        help="user-frame limits; 0: no limit (default)")
    add("--seeds", type=numbers, default=[1], metavar="1..10", help="values of -rs (default 1)")
    add("--options", default="", metavar="'-X …'", help="more kernel options, for every run")
    add("--swap", type=int, default=32, metavar="MB")
    add("--cpu", metavar="MODEL")
    add("--emulator", choices=("qemu", "qemu64", "bochs"), default="qemu")
    add("--icount", type=int, metavar="N", help="as the runner's: runs that repeat exactly")
    add("--timeout", type=float, default=120, metavar="S", help="host seconds of a run")
    add("--jobs", type=int, default=os.cpu_count() or 2, metavar="N", help="boots at once")
    add("--out", metavar="FILE", help="records go here (default build/bench/sweep-TIME.jsonl)")
    add("--debug", action="store_true", help="the debug build")
    add("--table", action="store_true", help="print a table at the end")
    add("--demo", action="store_true", help=argparse.SUPPRESS)
    return p


def revision():
    """The tree's commit, and whether it has changes."""
    def git(*arguments):
        try:
            return subprocess.run(["git", *arguments], cwd=ROOT, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
        except OSError:
            return ""
    return git("rev-parse", "HEAD") or "unknown", bool(git("status", "--porcelain"))


def check_workloads(options):
    """Refuses a workload that no disk will hold, before the first run."""
    there = images.programs("debug" if options.debug else "release")
    for line in options.workloads:
        name = line.split()[0]
        if name not in there:
            known = " ".join(n for n in there if re.match(r"page-|hot-", n))
            raise UsageError(f"--workloads {name}: no such program; the workloads are {known}, and"
                             " any other program of examples/ and tests/ will do")


class Sweep:
    """All runs of one command."""

    def __init__(self, options):
        self.options = options
        self.points = [Point(w, p, m, u, s) for w in options.workloads for m in options.mem
                       for u in options.ul for p in options.policies for s in options.seeds]
        self.revision, self.dirty = revision()
        self.lock = threading.Lock()
        self.records = {}
        self.start = time.monotonic()

    def job(self, point):
        """The Job of one run."""
        o = self.options
        kernel = ["-q", f"-evict={point.policy}", f"-rs={point.seed}"]
        kernel += [f"-ul={point.ul}"] if point.ul else []
        return machine.Job(arguments=[*kernel, *shlex.split(o.options), "run", point.workload],
                           mem=point.mem, cpu=o.cpu, emulator=o.emulator,
                           boot="disk" if o.emulator == "bochs" else "kernel",
                           variant="debug" if o.debug else "release", swap=o.swap,
                           icount=o.icount, timeout=o.timeout)

    def run(self, out):
        """Runs all points, writing each record to the open file OUT."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            futures = [pool.submit(self._one, index, out) for index in range(len(self.points))]
            try:
                for future in concurrent.futures.as_completed(futures):
                    future.result()
            except BaseException:
                for future in futures:
                    future.cancel()
                raise

    def _one(self, index, out):
        point = self.points[index]
        job = self.job(point)
        try:
            record = self._record(point, job, machine.run(job))
        except (images.ImageError, OSError) as error:
            record = self._record(point, job, None)
            record.update(outcome="infrastructure", why=str(error))
        with self.lock:
            self.records[index] = record
            out.write(json.dumps(record) + "\n")
            out.flush()
            print(f"[{len(self.records)}/{len(self.points)}] {point.label}: {_words(record)}",
                  flush=True)

    def _record(self, point, job, result):
        record = {
            "schema": 1, "workload": point.workload, "policy": point.policy, "mem_mb": point.mem,
            "ul": point.ul, "seed": point.seed, "arguments": job.arguments, "build": job.variant,
            "swap_mb": job.swap, "cpu": job.cpu, "icount": job.icount,
            "revision": self.revision, "dirty": self.dirty, "emulator": job.emulator,
            "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}
        if result:
            said = result.said
            record.update(
                emulator_version=result.version, outcome=result.outcome, why=_why(result, job),
                wall_s=round(result.wall, 3), ticks=said.ticks, counters=said.counters,
                programs=[list(program) for program in said.programs])
        return record


def _why(result, job):
    """A word about a run that did not pass."""
    if result.outcome == "passed":
        return ""
    if result.said.panic:
        return result.said.panic
    if result.outcome == "timeout":
        return f"not finished after {job.timeout:g} s"
    if result.outcome == "reset":
        return "triple fault or reset"
    if result.said.refusal:
        return result.said.refusal
    bad = [f"{name}: exit({status})" for name, status in result.said.programs if status != 0]
    return "; ".join(bad) or result.stderr or result.said.text.strip()[-200:]


def _words(record):
    if record["outcome"] == "passed":
        return f"passed, {record['wall_s']:.1f} s"
    return f"{record['outcome'].upper()}: {record['why']}"


def _cell(values):
    """Mean and spread of VALUES."""
    if not values:
        return "–"
    spread = statistics.pstdev(values)
    mean = f"{statistics.mean(values):.0f}"
    return f"{mean}±{spread:.0f}" if spread >= 0.5 else mean


def table(sweep):
    """The sweep as a table: a row for each workload, memory and policy, over its seeds."""
    groups = {}
    for index, point in enumerate(sweep.points):
        groups.setdefault((point.workload, point.place, point.policy), []).append(
            sweep.records[index])
    rows = [("workload", "memory", "policy", "ok", *(name for name, _ in COLUMNS))]
    for (workload, place, policy), records in groups.items():
        good = [r["counters"] for r in records if r["outcome"] == "passed"]
        cells = [_cell([c[counter] for c in good if counter in c]) for _, counter in COLUMNS]
        rows.append((workload, place, policy, f"{len(good)}/{len(records)}", *cells))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(w) if i < 3 else cell.rjust(w)
                               for i, (cell, w) in enumerate(zip(row, widths))).rstrip()
                     for row in rows)


def output(options):
    """The open file for the records."""
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    path = pathlib.Path(options.out or BUILD / "bench" / f"sweep-{stamp}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    return open(path, "w", encoding="utf-8")


def joined(arguments):
    """ARGUMENTS with `--options -X` as `--options=-X`, since argparse takes -X for an option of ours."""
    words = []
    for word in arguments:
        if words and words[-1] == "--options":
            words[-1] = f"--options={word}"
        else:
            words.append(word)
    return words


def main(arguments):
    """Runs the sweep; status 0 if every run passed, 1 if not."""
    if arguments[:1] == ["--demo"]:
        arguments = DEMO + arguments[1:]
    options = parser().parse_args(joined(arguments))
    sweep = Sweep(options)
    if not sweep.points:
        raise UsageError("nothing to run: a workload, a policy, a memory size and a seed are needed")
    probe = sweep.job(sweep.points[0])
    probe.kernel_path()
    check_workloads(options)
    machine.version(probe)
    with output(options) as out:
        sweep.run(out)
    if options.table:
        print("\n" + table(sweep))
    passed = sum(r["outcome"] == "passed" for r in sweep.records.values())
    print(f"\n{passed} of {len(sweep.points)} runs passed in {time.monotonic() - sweep.start:.0f} s;"
          f" records: {os.path.relpath(out.name)}")
    return 0 if passed == len(sweep.points) else 1


if __name__ == "__main__":
    leave("bench", lambda: main(sys.argv[1:]))
