# SPDX-License-Identifier: MIT
# Runs cases on all cores, each after its prerequisites.
"""Run(cases, jobs).go() runs cases and gives [(case, verdict)]; Journal remembers what passed."""
import concurrent.futures
import hashlib
import json
import os
import pathlib

from ptlib import BUILD, journal

import cases
import execute
import judge
import report

OUT = pathlib.Path(os.environ.get("PAGETURNER_CHECK", BUILD / "check"))  # results go here
ALLOWED_SKIPS = cases.TESTS / "allowed-skips.txt"


class Journal(journal.Journal):
    """What --full has already seen pass on this very build, so that it can go on."""

    def __init__(self, path, fresh):
        super().__init__(path, fresh)
        self.passed = {entry["case"]: entry for entry in self.read()}
        self.builds = {}

    def _print_of(self, case):
        """A digest of what CASE runs: kernel, programs, its own file."""
        if case.variant not in self.builds:
            digest = hashlib.sha256()
            folder = BUILD / case.variant
            for path in [folder / "kernel.elf", folder / "kernel-tests.elf",
                         *sorted((folder / "user").glob("*")),
                         *sorted((folder / "guest").glob("*")),
                         *sorted((BUILD / "host" / "tests").glob("*"))]:
                if path.is_file():
                    digest.update(path.name.encode() + path.read_bytes())
            self.builds[case.variant] = digest.hexdigest()
        own = hashlib.sha256(case.path.read_bytes()).hexdigest()
        return f"{self.builds[case.variant][:16]}{own[:16]}"

    def known(self, case):
        """The Verdict of an earlier run, if CASE passed on this very build."""
        entry = self.passed.get(case.key)
        if entry and entry["build"] == self._print_of(case):
            return judge.Verdict(judge.PASSED, wall=entry["seconds"], counters=entry["counters"])
        return None

    def add(self, case, verdict):
        """Remembers a case that passed."""
        if verdict.verdict != judge.PASSED:
            return
        self.append({"case": case.key, "build": self._print_of(case), "seconds": verdict.wall,
                     "counters": verdict.counters})


class Run:
    """Runs cases on several cores, each after its prerequisites."""

    def __init__(self, chosen, jobs, journal=None):
        self.results = {}
        self.chosen, self.jobs, self.journal = chosen, jobs, journal
        self.progress = report.Progress(len(chosen))
        self.failed = set()   # (test, build) that did not pass
        self.pending = {}     # (test, build): cases of it not finished
        for case in chosen:
            key = (case.test, case.variant)
            self.pending[key] = self.pending.get(key, 0) + 1
        self.stopping = False
        self.skips = _allowed_skips()
        self.durations = _load_durations()

    def go(self):
        """Runs everything; returns [(case, verdict)] in the order of the cases."""
        together = [case for case in self.chosen if not case.get("alone")]
        alone = [case for case in self.chosen if case.get("alone")]
        try:
            self._pool(together, self.jobs)
            self._pool(alone, 1)
        except KeyboardInterrupt:
            self.stopping = True
            raise
        finally:
            _save_durations(self.durations, self.results)
        return [(case, self.results[case.key]) for case in self.chosen]

    def _pool(self, waiting, jobs):
        waiting = sorted(waiting, key=lambda c: -self.durations.get(c.key, _guess(c)))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            running = {}
            try:
                while waiting or running:
                    self._start(pool, waiting, running, jobs)
                    self._collect(running)
            except KeyboardInterrupt:
                self.stopping = True
                raise

    def _start(self, pool, waiting, running, jobs):
        for case in list(waiting):
            if len(running) >= jobs:
                return
            state = self._prerequisites(case)
            if state == "wait" and (running or len(waiting) > 1 and self._any_ready(waiting)):
                continue
            waiting.remove(case)
            if isinstance(state, judge.Verdict):
                self._finish(case, state)
            else:
                running[pool.submit(self._one, case)] = case

    def _any_ready(self, waiting):
        return any(self._prerequisites(case) != "wait" for case in waiting)

    def _prerequisites(self, case):
        """None if CASE can start, "wait", or the Verdict of a failed prerequisite."""
        for test in case.after:
            key = (test, case.variant)
            if key in self.failed:
                return judge.Verdict(judge.NOT_RUN, f"{test} did not pass")
            if self.pending.get(key):
                return "wait"
        return None

    def _one(self, case):
        known = self.journal.known(case) if self.journal else None
        if known:
            return known
        verdict = execute.execute(case, lambda: self.stopping)
        if verdict.verdict == judge.SKIPPED and not self._may_skip(case):
            verdict.verdict = judge.FAILED
            verdict.why = f"skipped ({verdict.why}), but tests/allowed-skips.txt does not list it"
        if self.journal:
            self.journal.add(case, verdict)
        return verdict

    def _may_skip(self, case):
        return case.test in self.skips or case.house in self.skips

    def _collect(self, running):
        if not running:
            return
        done, _ = concurrent.futures.wait(running, timeout=1,
                                          return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            self._finish(running.pop(future), future.result())

    def _finish(self, case, verdict):
        key = (case.test, case.variant)
        self.results[case.key] = verdict
        self.pending[key] -= 1
        if verdict.verdict not in (judge.PASSED, judge.SKIPPED):
            self.failed.add(key)
        self.progress.add(case, verdict)


def _guess(case):
    """How long CASE takes, in seconds, if it never ran: the longest should not be alone at the end."""
    if not case.boots:
        return 3.0 if case.kind == "py" else 0.5
    return judge.limit(case) / judge.DEFAULT_TICKS


def _allowed_skips():
    try:
        lines = ALLOWED_SKIPS.read_text().splitlines()
    except OSError:
        return set()
    return {line.split("#")[0].strip() for line in lines} - {""}


def _load_durations():
    try:
        return json.loads((OUT / "durations.json").read_text())
    except (OSError, ValueError):
        return {}


def _save_durations(durations, results):
    for key, verdict in results.items():
        if verdict.wall:
            durations[key] = round(verdict.wall, 2)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "durations.json").write_text(json.dumps(durations))
