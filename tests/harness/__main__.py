# SPDX-License-Identifier: MIT
# The test harness: finds the tests, runs them on all cores, judges, reports.
"""Runs the tests: python3 tests/harness [--debug] [--full] [HOUSE | HOUSE/NAME …]

Exit status: 0 all passed or skipped by the list, 1 something failed, 2 usage.
"""
import argparse
import os
import pathlib
import signal
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "scripts")]
sys.dont_write_bytecode = True

import cases  # noqa: E402
import report  # noqa: E402
from runner import OUT, Journal, Run  # noqa: E402


def options():
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests/harness", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="HOUSE or HOUSE/NAME")
    parser.add_argument("--debug", action="store_true", help="test the debug build")
    parser.add_argument("--full", action="store_true", help="the whole matrix, both builds")
    parser.add_argument("--fresh", action="store_true", help="with --full: from the start")
    parser.add_argument("--with", dest="more", metavar="OPTION=VALUE…",
                        help="every kernel with these options: --with 'evict=fifo jitter=3'")
    parser.add_argument("--list", action="store_true", help="name the cases and leave")
    parser.add_argument("--dearest", type=int, metavar="N",
                        help="name the N cases that took the most CPU time")
    parser.add_argument("--no-smoke", action="store_true", help="do not run boot/smoke first")
    parser.add_argument("--jobs", type=int, default=(os.cpu_count() or 2) + 1)
    return parser.parse_args()


def _prerequisites_first(chosen, found):
    """CHOSEN with the smoke test in front, if any of it boots a kernel."""
    have = {(case.test, case.variant) for case in chosen}
    extra = [case for case in found
             if case.test == cases.SMOKE and (case.test, case.variant) not in have
             and any(c.boots and c.variant == case.variant for c in chosen)]
    return [c for case in extra for c in cases.expand(case, False)] + chosen


def main():
    """Runs the tests that the command line names."""
    opts = options()
    variants = ["release", "debug"] if opts.full else ["debug" if opts.debug else "release"]
    try:
        found = cases.discover(variants)
        chosen = cases.select(found, opts.targets, opts.full)
        if opts.more:
            chosen = cases.run_with(chosen, opts.more)
    except cases.BadTest as error:
        print(f"check: {error}", file=sys.stderr)
        return 2
    if not opts.no_smoke:
        chosen = _prerequisites_first(chosen, found)
    if opts.list:
        print("\n".join(case.key for case in chosen))
        return 0
    start = time.monotonic()
    journal = Journal(OUT / "full.jsonl", opts.fresh) if opts.full else None
    run = Run(chosen, opts.jobs, journal)
    results = run.go()
    run.progress.clear()
    report.write(OUT, results, time.monotonic() - start)
    if opts.dearest:
        print(report.dearest(results, opts.dearest))
    print(report.summary(results), flush=True)
    return 1 if report.counts(results)[1] else 0


def _terminated(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _terminated)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ncheck: interrupted", file=sys.stderr)
        sys.exit(130)
