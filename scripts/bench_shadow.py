# SPDX-License-Identifier: MIT
# `make bench-shadow`: guests with a small shadow-page cache, under each way to choose what is evicted.
"""Runs guests under every policy, cache size and seed, and compares page faults.

Each run is one machine of vmm; a boot of the kernel runs a batch of them.  Every run becomes a line of
JSON in build/bench/shadow.jsonl: what was asked, and all that vmm said.  An interrupted bench
goes on where it stopped, as long as kernel and guests are the same.  A run that did not finish is an
outcome like any other: it is recorded and counted, not run again.
"""
import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import os
import pathlib
import random
import statistics
import sys
import threading
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from ptlib import BUILD, UsageError, machine, vmm  # noqa: E402
from ptlib.command import Progress, leave, numbers, words  # noqa: E402
from ptlib.journal import Journal  # noqa: E402

CONFIGS = {
    "fifo": "-shadow=cache -evict fifo -mark create -age none -room batch",
    "clock create": "-shadow=cache -evict clock -mark create -age none -room batch",
    "clock fill": "-shadow=cache -evict clock -mark fill -age none -room batch",
    "clock fill + leaf": "-shadow=cache -evict clock -mark fill -age leaf -room batch",
    "clock fill + parent": "-shadow=cache -evict clock -mark fill -age parent -room batch",
    "ours": "-shadow=cache",  # what machines begin with
    "never evicts": "-shadow=cache -pages 2048",  # the floor: each page once
    "npt": "-shadow=npt",
    "vtlb": "-shadow=vtlb",
}
# Where a cache's size means nothing: one run for all sizes of a trace.
NO_SIZE = ("never evicts", "npt", "vtlb")
ANY = "any"  # its size
USUAL = [name for name in CONFIGS if name != "vtlb"]
BASE, PLAIN = "fifo", "clock create"
# Two-sided 95 % points of Student's t, by degrees of freedom.
T95 = [0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13,
       2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04]
BATCH = 12           # runs of a boot
HOST_MB = 96         # the kernel's RAM: no page of a guest is swapped unless a run asks for it
RUN_LIMIT = 120      # seconds that vmm gives a guest
RECLAIMED = 1500     # pages that the host takes in the third table

# Table: its guest's parameters, and machine options that all its runs have.
REUSE = "g-reuse mode={pattern} seed={seed} accesses={accesses} pages={touched}"
IDLE = "g-reuse mode={pattern} seed={seed} accesses=40000 cold=3840"
IDLE_MARKS = f"-at 1=idle-mark -at 2=idle-ask -at 2=reclaim:{RECLAIMED} -at 2=idle-ask"
KV = "g-kv seed={seed} {pattern}"
LARGE = "clients=9 arenas=300"  # kv's working set above the cache that machines begin with


@dataclass(frozen=True)
class Run:
    """One machine: which table, trace, cache size (0: as machines begin; ANY), policy and seed."""
    table: str
    pattern: str
    pages: int
    config: str
    seed: int
    accesses: int = 0
    touched: int = 0

    @property
    def key(self):
        """What it is known by in the records."""
        return "/".join(map(str, (self.table, self.pattern, self.pages, self.config, self.seed,
                                  self.accesses, self.touched)))

    @property
    def command(self):
        """Its vmm command line."""
        size = f" -pages {self.pages}" if self.pages not in (0, ANY) else ""
        guest, more = {"reuse": (REUSE, f"-m {4096 + self.touched * 72}"), "idle": (IDLE, f"-m 24576 {IDLE_MARKS}"),
                       "kv": (KV, "-m 8192")}[self.table]
        guest = guest.format(pattern=self.pattern, seed=self.seed, accesses=self.accesses,
                             touched=self.touched)
        return (f"vmm -quiet -json -limit {RUN_LIMIT} {CONFIGS[self.config]}{size} {more}"
                f" {guest.strip()}")


def plan(options):
    """All runs of the chosen tables, each once."""
    places = []
    if "reuse" in options.tables:
        places += [("reuse", pattern, pages, (options.accesses, options.touched))
                   for pattern in ("random", "scan") for pages in options.pages]
    if "kv" in options.tables:
        places += [("kv", pattern, pages, ()) for pages, pattern in ((80, ""), (96, ""), (0, ""), (0, LARGE))]
    if "idle" in options.tables:
        places += [("idle", "random", pages, ()) for pages in (128, 2048)]
    runs = [Run(table, pattern, ANY if config in NO_SIZE else pages, config, seed, *more)
            for table, pattern, pages, more in places for config in options.configs
            for seed in range(1, options.seeds + 1)]
    return list(dict.fromkeys(runs))


def current_key(key):
    """KEY as runs are known by now: in older records those of NO_SIZE have a size each."""
    table, pattern, pages, config, *rest = key.split("/")
    return "/".join((table, pattern, ANY if config in NO_SIZE else pages, config, *rest))


# ---- Running ------------------------------------------------------------------------------------


def stamp(variant):
    """Names the kernel and the programs that are measured."""
    digest = hashlib.sha256()
    for name in ("kernel.elf", "user/vmm", "guest/reuse", "guest/kv"):
        path = BUILD / variant / name
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


class Bench:
    """The records, and what is left to run."""

    def __init__(self, options):
        self.options = options
        self.variant = "debug" if options.debug else "release"
        self.stamp = stamp(self.variant)
        self.runs = plan(options)
        if not self.runs:
            raise UsageError("nothing to run: --tables wants reuse, kv or idle, --seeds 1 or more")
        self.journal = Journal(pathlib.Path(options.out), options.fresh and not options.only_table)
        self.records = {current_key(r["key"]): r for r in self.journal.read()
                        if r.get("stamp") == self.stamp}
        self.lock = threading.Lock()
        self.progress = Progress()
        left = [run for run in self.runs if run.key not in self.records]
        self.found = len(self.runs) - len(left)
        random.Random(options.order).shuffle(left)
        self.queue = collections.deque(left)

    def run(self):
        """Runs all that is left, several boots at once."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            workers = [pool.submit(self._work) for _ in range(self.options.jobs)]
            try:
                for worker in concurrent.futures.as_completed(workers):
                    worker.result()
            except BaseException:
                self.queue.clear()
                raise

    def _work(self):
        while True:
            with self.lock:
                batch = [self.queue.popleft() for _ in range(min(BATCH, len(self.queue)))]
            if not batch:
                return
            self._boot(batch)

    def _boot(self, batch):
        arguments = ["-q"]
        for run in batch:
            arguments += ["run", run.command]
        result = machine.run(machine.Job(arguments=arguments, mem=HOST_MB, cpu=vmm.CPU,
                                         variant=self.variant, timeout=60 + RUN_LIMIT * len(batch)))
        parts = list(vmm.parts(result.said.text))
        with self.lock:
            for run, part in zip(batch, parts):
                self._note(run, part, result)
            # Those that a kernel's end kept from beginning.
            self.queue.extend(batch[max(len(parts), 1):])
            if not parts:
                self._note(batch[0], vmm.Part(batch[0].command), result)
            self._show_progress()

    def _note(self, run, part, result):
        said = part.records[0] if part.records else None
        passed = said is not None and part.status == 0
        why = "" if passed else (said["how"] if said else f"{result.outcome}: {part.text.strip()[-200:]}")
        record = {
            "schema": 1, "key": run.key, "stamp": self.stamp, "table": run.table,
            "pattern": run.pattern, "pages": run.pages, "config": run.config, "seed": run.seed,
            "command": part.command, "outcome": "passed" if passed else "did not finish", "why": why,
            "status": part.status, "emulator_version": result.version, "build": self.variant,
            "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "said": said}
        self.records[run.key] = record
        self.journal.append(record)
        if not passed:
            self.progress.clear()
            print(f"{run.key}: did not finish: {why}", flush=True)

    def _show_progress(self):
        done = sum(run.key in self.records for run in self.runs)
        spent = self.progress.seconds
        left = (len(self.runs) - done) * spent / max(done - self.found, 1)
        self.progress.show(f"[{done}/{len(self.runs)}] {spent:.0f} s, about {left:.0f} s left")


# ---- Tables -------------------------------------------------------------------------------------


def trace(record):
    """The counters of a run while its trace ran, or of all of it where it has no marks."""
    marks = [mark["mark"] for mark in record["said"]["marks"]]
    counters = vmm.between(record["said"], 1, max(marks, default=1))
    return counters if counters is not None else record["said"]["counters"]


class Cell:
    """The runs of one row: by seed, those that finished."""

    def __init__(self, records):
        self.asked = len(records)
        self.passed = {r["seed"]: r for r in records if r["outcome"] == "passed"}

    def mean(self, counter):
        """Mean of COUNTER over the runs."""
        values = [trace(r)[counter] for r in self.passed.values()]
        return statistics.mean(values) if values else None

    def against(self, other, counter="faults"):
        """Percent more of COUNTER than in OTHER's runs of the same seed: mean, half of its 95 % interval."""
        pairs = [(trace(r)[counter], trace(other.passed[seed])[counter])
                 for seed, r in self.passed.items() if seed in other.passed]
        changes = [100.0 * (a - b) / b for a, b in pairs if b]
        return interval(changes)


def interval(values):
    """(mean, half-width of the 95 % interval) of VALUES; None without any."""
    if not values:
        return None
    if len(values) == 1:
        return values[0], float("inf")
    t = T95[len(values) - 1] if len(values) <= len(T95) else 1.96
    return statistics.mean(values), t * statistics.stdev(values) / len(values) ** 0.5


def number(value):
    """VALUE in few digits."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2f}"


def change(pair):
    """A (mean, half-width) as text."""
    if pair is None:
        return "–"
    mean, half = pair
    return f"{mean:+.1f} %" if half == float("inf") else f"{mean:+.1f} ± {half:.1f} %"


def markdown(heads, rows):
    """A Markdown table."""
    widths = [max(len(str(row[i])) for row in [heads, *rows]) for i in range(len(heads))]
    lines = ["| " + " | ".join(str(c).ljust(w) for c, w in zip(row, widths)) + " |" for row in [heads, *rows]]
    return "\n".join([lines[0], "| " + " | ".join("-" * w for w in widths) + " |", *lines[1:]])


PROOF = ("evicted", "scans", "ref_skips", "fifo_fallbacks", "age_bits", "shadow_created")


def cells(bench, table):
    """{(pattern, pages): {config: Cell}} of TABLE, in the order of the plan; runs of ANY size are in each."""
    runs = [run for run in bench.runs if run.table == table and run.key in bench.records]
    sized = {run.pattern for run in runs if run.pages != ANY}
    places = dict.fromkeys((run.pattern, run.pages) for run in runs
                           if run.pages != ANY or run.pattern not in sized)
    groups = {}
    for pattern, pages in places:
        for config in bench.options.configs:
            records = [bench.records[run.key] for run in runs if run.config == config
                       and run.pattern == pattern and run.pages in (pages, ANY)]
            if records:
                groups.setdefault((pattern, pages), {})[config] = Cell(records)
    return groups


def faults_table(bench, table):
    """Faults of each configuration against FIFO and against plain clock."""
    heads = ["trace", "pages", "policy", "finished", "faults", "against FIFO", "against plain clock", *PROOF]
    rows = []
    for (pattern, pages), configs in cells(bench, table).items():
        for config, cell in configs.items():
            rows.append([pattern or "default", pages or "default", config, f"{len(cell.passed)}/{cell.asked}",
                         number(cell.mean("faults")),
                         change(cell.against(configs[BASE])) if BASE in configs and config != BASE else "",
                         change(cell.against(configs[PLAIN])) if PLAIN in configs and config != PLAIN else "",
                         *(number(cell.mean(counter)) for counter in PROOF)])
    return markdown(heads, rows)


def share(cell, nth, what):
    """Percent of hot pages that answer NTH calls WHAT: mean and half-width, over the runs."""
    values = []
    for record in cell.passed.values():
        answers = [a for a in record["said"]["answers"] if a["hot"]]
        if len(answers) > nth:
            values.append(100.0 * answers[nth][what] / answers[nth]["hot"])
    return interval(values)


def idle_table(bench):
    """What the host thinks of hot pages, and takes of them."""
    heads = ["pages", "policy", "finished", "resident pages", "look idle", "hot pages", "look idle",
             f"lost when {RECLAIMED} are taken", "taken", *PROOF]
    rows = []
    for (_, pages), configs in cells(bench, "idle").items():
        for config, cell in configs.items():
            answers = [r["said"]["answers"] for r in cell.passed.values() if r["said"]["answers"]]
            taken = [a["reclaimed"] for given in answers for a in given if not a["hot"]]
            first = {what: number(statistics.mean(a[0][what] for a in answers)) if answers else "–"
                     for what in ("resident", "idle", "hot")}
            rows.append([pages, config, f"{len(cell.passed)}/{cell.asked}", *first.values(),
                         change(share(cell, 0, "hot_idle")), change(share(cell, 1, "hot_gone")),
                         number(statistics.mean(taken)) if taken else "–",
                         *(number(cell.mean(counter)) for counter in PROOF)])
    return markdown(heads, rows)


def tables(bench):
    """All tables as Markdown."""
    out = []
    for table, heading in (("reuse", "Reuse: 16 hot regions of 256"), ("kv", "Key-value server")):
        if cells(bench, table):
            out += [f"## {heading}", "", faults_table(bench, table), ""]
    if cells(bench, "idle"):
        out += ["## Hot pages and the host", "", idle_table(bench), ""]
    return "\n".join(out)


# ---- The command line ---------------------------------------------------------------------------


def parser():
    """The command line's parser."""
    p = argparse.ArgumentParser(prog="scripts/bench_shadow.py", description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    add = p.add_argument
    add("--tables", type=words, default=["reuse", "kv", "idle"], metavar="reuse,kv,idle")
    add("--seeds", type=int, default=30, metavar="N", help="seeds 1 to N (default 30)")
    add("--pages", type=numbers, default=[32, 64, 128, 256], metavar="N,…", help="cache sizes of reuse")
    add("--accesses", type=int, default=200000, metavar="N", help="of reuse's trace (default 200000)")
    add("--touched", type=int, default=512, metavar="N", help="pages of each region of reuse that the trace"
        " touches, up to 512 (default 512); with few of them, many faults are first touches")
    add("--configs", type=words, default=USUAL, metavar="NAME,…",
        help=f"policies, of: {', '.join(CONFIGS)} (default: all but vtlb)")
    add("--order", type=int, default=1, metavar="SEED", help="of the order the runs come in")
    add("--jobs", type=int, default=os.cpu_count() or 2, metavar="N", help="boots at once")
    add("--out", default=str(BUILD / "bench" / "shadow.jsonl"), metavar="FILE", help="the records")
    add("--table", default=str(BUILD / "bench" / "shadow.md"), metavar="FILE", help="the tables")
    add("--fresh", action="store_true", help="forget earlier records")
    add("--debug", action="store_true", help="the debug build, with its audits")
    add("--only-table", action="store_true", help="run nothing: tables of what there is")
    return p


def main(arguments):
    """Status 0 if every run finished."""
    options = parser().parse_args(arguments)
    for name in options.configs:
        if name not in CONFIGS:
            raise UsageError(f"--configs {name}: there are {', '.join(CONFIGS)}")
    bench = Bench(options)
    if not options.only_table:
        if bench.found:
            print(f"{bench.found} of {len(bench.runs)} runs are there already (--fresh: all anew)")
        bench.run()
        bench.progress.clear()
    text = tables(bench)
    print(text)
    pathlib.Path(options.table).write_text(text + "\n", encoding="utf-8")
    passed = sum(bench.records.get(run.key, {}).get("outcome") == "passed" for run in bench.runs)
    print(f"{passed} of {len(bench.runs)} runs finished in {bench.progress.seconds:.0f} s;"
          f" records: {os.path.relpath(bench.journal.path)}")
    return 0 if passed == len(bench.runs) else 1


if __name__ == "__main__":
    leave("bench-shadow", lambda: main(sys.argv[1:]), "the same command goes on from here")
