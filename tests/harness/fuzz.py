# SPDX-License-Identifier: MIT
# The long run of tests/userprog/fuzz.c: many seeds, both builds, much memory and little.
"""Random system calls until there were CALLS: python3 tests/harness/fuzz.py [--calls N] [--seed N]

In two runs of three every Nth allocation and disk operation of the processes fails, in one of six a stretch
of a disk's commands too.  After each run fsck looks at the disk.

Each run is written to build/fuzz/runs.jsonl when it ends, its console to build/fuzz/seed-N.txt if it
failed.  Exit status: 0 all passed, 1 a run failed, 2 usage.
"""
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "scripts")]
sys.dont_write_bytecode = True

from ptlib import BUILD, machine, tools  # noqa: E402
from ptlib.command import Progress  # noqa: E402
from ptlib.journal import Journal  # noqa: E402

import cases  # noqa: E402
import execute  # noqa: E402
import judge  # noqa: E402

OUT = pathlib.Path(os.environ.get("PAGETURNER_FUZZ", BUILD / "fuzz"))
TICKS = 60000
FAIL_NTH = (0, 37, 211)  # by the seed; 0: none fails
DISKS = ("hdb", "hda")   # swap and file system, of every other run in which something fails
WATCHER_LOST = re.compile(r"^fuzz: disk error", re.M)
MADE = re.compile(r"^\(fuzz\) (\d+) calls made", re.M)
POLICIES = ("clock", "fifo", "random")
# Build, MB of memory, MB of swap, processes: memory is full where 20 share 4 MB.
MACHINES = (("release", 8, 32, 8), ("release", 4, 4, 20), ("debug", 4, 8, 20), ("release", 4, 0, 20),
            ("debug", 8, 32, 8), ("release", 16, 32, 20))


def faults_of(seed):
    """The kernel options that make something fail in the run of SEED."""
    nth, disk = FAIL_NTH[seed // 2 % len(FAIL_NTH)], DISKS[seed // 4 % len(DISKS)]
    if nth == 0:
        return {}
    options = {"fail-nth": f"{nth}*"}
    if seed % 2:
        first = 16 + seed % 8 if disk == "hda" else 20 + seed * 37 % 300
        options["disk-fail"] = f"{disk}:{first}:{4 + seed % 30}"
    return options


def case_of(template, seed, calls):
    """The case of SEED: machine, policy, jitter and what fails follow from it."""
    variant, mem, swap, processes = MACHINES[seed % len(MACHINES)]
    point = {"evict": POLICIES[seed // len(MACHINES) % len(POLICIES)], "rs": str(seed)}
    if seed % 4 != 0:
        point["jitter"] = str(seed)
    point.update(faults_of(seed))
    wanted = [line for line in template.get("kstat") if "syscall.calls" not in line]
    more = {"args": f"{seed} {calls} {processes}", "mem": str(mem), "swap": str(swap),
            "ticks": str(TICKS), "kstat": [*wanted, f"syscall.calls >= {calls}"]}
    return dataclasses.replace(template, variant=variant, point=point,
                               parameters={**template.parameters, **more})


def run(case, stop):
    """Boots CASE; its verdict, and what fsck says of the disk that it leaves, or None."""
    job = execute.job_of(case)
    job.keep = True
    result = machine.run(job, stop=stop)
    try:
        disk = pathlib.Path(result.directory) / "disk.img"
        checked = subprocess.run([tools.host_tool("fsck"), str(disk)], text=True, check=False,
                                 stdin=subprocess.DEVNULL, capture_output=True)
    finally:
        shutil.rmtree(result.directory, ignore_errors=True)
    verdict = judge.judge(case, result)
    verdict.replay = execute.replay_of(case)
    return verdict, None if checked.returncode == 0 else checked.stdout + checked.stderr


def judge_run(case, stop):
    """The verdict of a run of CASE, the disk's state taken in.

    A disk's failure may well end the process that watches the others, or leave the file system
    half changed, as it has no journal: the run has then shown no more than that the kernel goes on.
    """
    verdict, damage = run(case, stop)
    failing = "disk-fail" in case.point
    if failing and verdict.verdict == judge.FAILED and WATCHER_LOST.search(verdict.transcript):
        verdict.verdict, verdict.why = judge.PASSED, "ended by the disk's failure"
    if verdict.verdict == judge.PASSED and damage and not failing:
        verdict.verdict, verdict.why = judge.FAILED, f"fsck: {damage.strip()[:300]}"
    return verdict


class Fuzz:
    """Runs seed after seed, several at once, and counts."""

    def __init__(self, options):
        self.options = options
        self.template = next(case for case in cases.discover(["release"])
                             if case.test == "userprog/fuzz")
        self.next_seed, self.calls, self.runs, self.failed = options.seed, 0, 0, []
        self.killed = self.injected = 0
        self.lock, self.stopped = threading.Lock(), False
        self.journal, self.progress = Journal(OUT / "runs.jsonl"), Progress()

    def take_seed(self):
        """The next seed, or None when there have been enough calls."""
        with self.lock:
            if self.stopped or self.calls >= self.options.calls:
                return None
            self.next_seed += 1
            return self.next_seed - 1

    def work(self):
        """What each thread does."""
        while (seed := self.take_seed()) is not None:
            case = case_of(self.template, seed, self.options.calls_per_run)
            verdict = judge_run(case, lambda: self.stopped)
            if not self.stopped:
                self.note(seed, case, verdict)

    def note(self, seed, case, verdict):
        """Records a run that ended."""
        made = MADE.search(verdict.transcript)
        calls = int(made.group(1)) if made else 0
        passed = verdict.verdict == judge.PASSED
        entry = {"seed": seed, "verdict": verdict.verdict, "why": verdict.why, "calls": calls,
                 "killed": verdict.counters.get("process.killed"), "seconds": round(verdict.wall, 1),
                 "injected": verdict.counters.get("fail.injected"), "build": case.variant,
                 "replay": verdict.replay}
        with self.lock:
            self.calls += calls
            self.runs += 1
            self.killed += verdict.counters.get("process.killed", 0)
            self.injected += verdict.counters.get("fail.injected", 0)
            self.journal.append(entry)
            if not passed:
                self.failed.append(seed)
                self.progress.clear()
                (OUT / f"seed-{seed}.txt").write_text(verdict.transcript)
                print(f"seed {seed}: {verdict.verdict}: {verdict.why}\n  {verdict.replay}")
            self.progress.show(f"{self.calls:,} of {self.options.calls:,} calls, {self.runs} runs, "
                               f"{len(self.failed)} failed, {self.progress.seconds:.0f} s")

    def go(self):
        """Runs it all and prints the summary."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            threads = [pool.submit(self.work) for _ in range(self.options.jobs)]
            try:
                for thread in threads:
                    thread.result()
            except BaseException:
                self.stopped = True
                raise
        self.progress.clear()
        seeds = f"seeds {self.options.seed} to {self.next_seed - 1}"
        print(f"{self.calls:,} calls in {self.runs} runs ({seeds}), {self.killed:,} processes killed,"
              f" {self.injected:,} operations made to fail, {self.progress.seconds:.0f} s:"
              f" {len(self.failed)} failed"
              + (f": seeds {', '.join(map(str, sorted(self.failed)))}" if self.failed else ""))
        return 1 if self.failed else 0


def options():
    """The command line."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1000000, help="how many in all (1000000)")
    parser.add_argument("--calls-per-run", type=int, default=40000)
    parser.add_argument("--seed", type=int, default=1, help="the first one (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    return parser.parse_args()


def _terminated(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    try:
        sys.exit(Fuzz(options()).go())
    except KeyboardInterrupt:
        print("\nfuzz: interrupted", file=sys.stderr)
        sys.exit(130)
