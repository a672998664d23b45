# SPDX-License-Identifier: MIT
# Instructions per kernel path, beside the peers.
"""Counts the instructions of the kernel's paths, and prints them beside the peers' and the aim.

The kernel runs under QEMU's -icount shift=0, where the time-stamp counter counts instructions,
with RAM disks: the same build gives the same numbers in every run, and this runs everything twice
to see that it does.  A number counts only if the kernel's own counters show that the path was run
as often as is claimed.  How each is taken: docs/MEASUREMENTS.md.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import sys
import tempfile
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from ptlib import BUILD, blocks, machine, tools, transcript, vmm  # noqa: E402
from ptlib.command import leave  # noqa: E402

BIG_FILE = 4 << 20  # what bench-sequential.c reads
# The boots: name, kernel arguments.
BOOTS = {
    "paths": ["ktest", "bench-sequential", "ktest", "bench-programs", "ktest", "bench-threads",
              "ktest", "bench-handover", "ktest", "bench-interrupts"],
    "swap": ["-ul=72", "ktest", "bench-swap"],
    "swap, no clusters": ["-ul=72", "-swap-cluster=1", "ktest", "bench-swap"],
    "guests": ["run", "bench-guests"],
}
CPUS = {"guests": "qemu32,+svm"}  # others: the emulator's own

# A guest with more tables than its cache has, and all that chooses which of them leaves.
SCANNERS = ("shadow_evict", "evict_until", "by_fill", "by_policy", "by_age", "next_page",
            "parents_accessed", "accessed", "evict_choose")
SCAN_SIZES = (32, 64)
REUSE = "vmm -quiet -json {mode} -m 40960 g-reuse seed=1 accesses=40000 pages=512"


class BadRun(Exception):
    """A run that failed, or whose counters do not show what it claims."""


@dataclass
class Said:
    """What one boot printed."""
    median: dict = field(default_factory=dict)
    least: dict = field(default_factory=dict)
    total: dict = field(default_factory=dict)
    cpu: dict = field(default_factory=dict)
    rise: dict = field(default_factory=lambda: collections.defaultdict(dict))
    rounds: dict = field(default_factory=dict)

    def per_round(self, path, counter):
        """How much COUNTER rose in a round of PATH."""
        return self.rise[path].get(counter, 0) / self.rounds[path]


def read(text):
    """Said of a console's text."""
    said = Said()
    for name, median, least in re.findall(r"^BENCH (\S+) (\d+) (\d+)\s*$", text, re.M):
        said.median[name], said.least[name] = int(median), int(least)
    for name, total in re.findall(r"^TOTAL (\S+) (\d+)\s*$", text, re.M):
        said.total[name] = int(total)
    for name, cpu in re.findall(r"^CPU (\S+) (\d+)\s*$", text, re.M):
        said.cpu[name] = int(cpu)
    for path, rounds, counter, rise in re.findall(r"^RISE (\S+) (\d+) (\S+) (-?\d+)\s*$", text, re.M):
        said.rise[path][counter] = int(rise)
        said.rounds[path] = int(rounds)
    return said


@dataclass
class Row:
    """A line of the table.  `value` takes {boot: Said}; `limit` is the most it may be (with
    `at_least`, the least)."""
    path: str
    peers: tuple  # Pintos -O0, Pintos -O, xv6 -O2
    aim: str
    limit: float
    value: object
    show: str = "{:,.0f}"
    at_least: bool = False
    beside: object = None  # a second number, shown before the value: the least

    def met(self, said):
        """Is the aim met?"""
        value = self.value(said)
        return value >= self.limit if self.at_least else value <= self.limit

    def cell(self, said):
        """Our column."""
        text = self.show.format(self.value(said))
        return f"{self.show.format(self.beside(said))} / {text}" if self.beside else text


def median(name, calls=1):
    """The median of bench NAME, which is CALLS of the path."""
    return lambda said: said["paths"].median[name] / calls


def least(name):
    """The least of bench NAME."""
    return lambda said: said["paths"].least[name]


def per_page(boot, path, *counters):
    """How much COUNTERS together rise with each page."""
    return lambda said: sum(said[boot].per_round(path, counter) for counter in counters)


def scanning(pages):
    """Scanning, in percent of what the exits by faults cost."""
    return lambda said: (100 * said["guests"].total[f"scanning {pages}"]
                         / said["guests"].total[f"exit {pages}"])


SWAP_PEERS = ("219k", "100k", "–")
ROWS = (
    Row("system call, entry to exit", ("293", "138", "1,393"), "≤ 120", 120, median("syscall")),
    Row("… tell() of an open file", ("–", "–", "–"), "≤ 250", 250, median("tell")),
    Row("zero-fill fault, least / median", ("49.7k / 75.6k", "5.6k / 20.5k", "4.7k"), "≤ 2k", 2000,
        median("zero-fill"), beside=least("zero-fill")),
    Row("fault on a cached file page (mmap)", ("285k", "100k", "–"), "≤ 1k", 1000,
        median("map-cached")),
    Row("swap-out + swap-in of a page, CPU part", SWAP_PEERS, "≤ 12k", 12000,
        lambda said: said["swap"].cpu["swap"]),
    Row("… without clustering", SWAP_PEERS, "≤ 12k", 12000,
        lambda said: said["swap, no clusters"].cpu["swap"]),
    Row("… disk commands, clustered", ("8 + 8", "8 + 8", "–"), "< 1 + 1", 1.99,
        per_page("swap", "swap", "disk.rds.reads", "disk.rds.writes"), "{:.2f}"),
    Row("… disk commands without clustering", ("8 + 8", "8 + 8", "–"), "≤ 1 + 1", 2,
        per_page("swap, no clusters", "swap", "disk.rds.reads", "disk.rds.writes"), "{:.2f}"),
    Row("a clean page evicted again: writes", ("1", "1", "–"), "0", 0,
        per_page("swap", "swap-clean", "vm.swap_outs")),
    Row("read 4096 cached", ("270k", "111k", "61.7k"), "≤ 2.5k", 2500, median("read-4096")),
    Row("write 1 byte cached", ("69k", "34k", "73k"), "≤ 1k", 1000, median("write-1")),
    Row("open + close", ("228k", "111k", "164k"), "≤ 6k", 6000, median("open-close")),
    Row("exec + wait of a trivial program", ("2.5M", "760k", "4.1M"), "≤ 120k", 120000,
        median("exec-wait")),
    Row("fork + exit + wait, a small process", ("–", "–", "2.0M"), "≤ 40k", 40000,
        median("fork-wait")),
    Row("… with 1 MB more", ("–", "–", "5.8M"), "≤ 70k", 70000, median("fork-wait-1m")),
    Row("pipe round trip, 1 byte", ("–", "–", "27.2k"), "≤ 2.5k", 2500, median("pipe")),
    Row("copy on write", ("–", "–", "–"), "≤ 3k", 3000, median("copy-on-write")),
    Row("thread switch, one way", ("657–817", "367–439", "3.6k"), "≤ 150", 150,
        median("yield_two_switches", 2)),
    Row("semaphore ping-pong, two switches", ("2.5–2.9k", "1.5–1.6k", "–"), "≤ 600", 600,
        median("sema_ping_pong")),
    Row("lock acquire + release, free", ("1,487", "841", "712"), "≤ 60", 60,
        median("lock_acquire_release")),
    Row("lock handover with donation, release to run", ("–", "–", "–"), "≤ 400", 400,
        median("lock_handover")),
    Row("… lock wait with donation, until the holder runs", ("–", "–", "–"), "≤ 350", 350,
        median("lock_wait_donating")),
    Row("wake-up to run, by a thread", ("–", "–", "–"), "≤ 300", 300, median("wake_to_run")),
    Row("… by an interrupt", ("–", "–", "–"), "≤ 350", 350, median("interrupt_wake_to_run")),
    Row("thread create, run, join", ("90–97k", "6–10k", "–"), "≤ 4k", 4000,
        median("thread_create_join")),
    Row("timer interrupt, no switch", ("306–411", "179–250", "6.3k"), "≤ 180", 180,
        median("timer_interrupt")),
    Row("malloc + free, 16 bytes", ("3.6k", "2.0k", "–"), "≤ 200", 200, median("malloc_free_16")),
    Row("VMMCALL to the guest's program and back", ("–", "–", "–"), "≤ 1k", 1000,
        lambda said: said["guests"].median["guest-call"]),
    Row("… an exit that the kernel handles", ("–", "–", "–"), "≤ 500", 500,
        lambda said: said["guests"].median["guest-exit"]),
    Row("shadow fault and fill, cache mode", ("–", "–", "–"), "≤ 3k", 3000,
        lambda said: said["guests"].median["guest-fault"]),
    Row("guest's load of CR3, cache mode", ("–", "–", "–"), "≤ 2.5k", 2500,
        lambda said: said["guests"].median["guest-cr3"]),
    *(Row(f"scanning to make room, % of a fault's exit, {pages} shadow pages", ("–", "–", "–"),
          "≤ 5", 5, scanning(pages), "{:.1f}") for pages in SCAN_SIZES),
    Row("sequential file read, % of raw disk rate", ("46–48", "62–66", "40–45"), "≥ 90", 90,
        lambda said: 100 * said["paths"].total["raw"] / said["paths"].total["read-file"],
        at_least=True),
)

# What the counters must show in each round: (boot, path, counter, least, most).
PROOFS = (
    ("paths", "syscall", "syscall.calls", 1, 1.01),
    ("paths", "tell", "syscall.calls", 2, 2.01),
    ("paths", "zero-fill", "vm.zero_fills", 1, 1.01),
    ("paths", "map-cached", "vm.minor_maps", 1, 1),
    ("paths", "map-cached", "vm.file_loads", 0, 0),
    ("paths", "read-4096", "cache.hits", 1, 1.01),
    ("paths", "read-4096", "cache.misses", 0, 0),
    ("paths", "write-1", "cache.hits", 1, 1.01),
    ("paths", "write-1", "cache.misses", 0, 0),
    ("paths", "open-close", "fs.inode_hits", 1, 2),
    ("paths", "exec-wait", "process.started", 1, 1),
    ("paths", "fork-wait", "process.forks", 1, 1),
    ("paths", "fork-wait-1m", "process.forks", 1, 1),
    ("paths", "pipe", "syscall.calls", 4, 4.02),
    ("paths", "copy-on-write", "vm.cow_copies", 1, 1.01),
    ("swap", "swap", "vm.swap_ins", 1, 1),
    ("swap", "swap", "vm.swap_outs", 0.95, 1.05),
    ("swap, no clusters", "swap", "vm.swap_ins", 1, 1),
    ("swap, no clusters", "swap", "vm.swap_outs", 1, 1),
    ("swap", "swap-clean", "vm.swap_ins", 1, 1),
    ("swap", "swap-clean", "vm.evict_clean", 1, 1),
    ("guests", "guest-call", "virt.exits", 1, 1.02),
    ("guests", "guest-exit", "virt.exits", 1, 1.2),
    ("guests", "guest-fault", "virt.fills", 1, 1.2),
    ("guests", "guest-cr3", "virt.cr3_loads", 1, 1),
)


def boot(name, big_file):
    """The console of boot NAME; it must end well."""
    kernel = BUILD / "release" / "kernel-tests.elf"
    job = machine.Job(arguments=["-q", *BOOTS[name]], kernel=str(kernel), icount=0, mem=16,
                      cpu=CPUS.get(name),
                      puts=[(big_file, "bench-big")])
    result = machine.run(job)
    if result.outcome != "passed":
        raise BadRun(f"boot '{name}': {result.outcome}:\n{result.said.text[-2000:]}")
    return result.said.text


def reuse(mode, trace=None):
    """What vmm says of the guest that scans, in MODE (options of vmm)."""
    result = machine.run(machine.Job(arguments=["-q", "run", REUSE.format(mode=mode)], trace=trace,
                                     icount=0, mem=96, cpu=vmm.CPU))
    part = next(vmm.parts(result.said.text), None)
    if result.outcome != "passed" or part is None or not part.records:
        raise BadRun(f"guest reuse, {mode}: {result.outcome}:\n{result.said.text[-2000:]}")
    return part.records[0]


def trace_us(record):
    """How long the trace ran."""
    marks = {mark["mark"]: mark["us"] for mark in record["marks"]}
    return marks[2] - marks[1]


def scan(pages):
    """(instructions of scanning, of the trace with it, faults) of the guest with PAGES shadow pages.
    The scanning before the trace counts too, which is a little too much."""
    with tempfile.TemporaryDirectory(dir=BUILD / "runs") as directory:
        trace = blocks.Trace(BUILD / "release" / "kernel.elf", SCANNERS, directory)
        record = reuse(f"-shadow=cache -pages {pages}", trace)
        instructions = trace.instructions()
    counters = vmm.between(record, 1, 2)
    if counters["evicted"] < 1000 or not 5 < instructions / counters["scans"] < 500:
        raise BadRun(f"scanning {pages} pages: {instructions} instructions, {counters}")
    return instructions, 1000 * trace_us(record), counters["faults"]


def check_same(texts):
    """Two runs of each boot must have printed the same."""
    for name in BOOTS:
        for a, b in transcript.differing(texts[name, 0], texts[name, 1]):
            raise BadRun(f"boot '{name}': two runs differ: '{a}' and '{b}'")


def check_proofs(said):
    """The counters must show that each path was run."""
    for name, path, counter, low, high in PROOFS:
        risen = said[name].per_round(path, counter)
        if not low <= risen <= high:
            raise BadRun(f"path {path} ({name}): {counter} rose by {risen:.3f} in a round,"
                         f" not {low} to {high}: it did not run as it claims")


def measure():
    """{boot: Said}, each boot run twice."""
    runs = [(name, turn) for name in BOOTS for turn in (0, 1)]
    (BUILD / "runs").mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=BUILD / "runs") as big, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        big.truncate(BIG_FILE)
        futures = {run: pool.submit(boot, run[0], big.name) for run in runs}
        alone = pool.submit(reuse, "-shadow=npt")  # the trace without such faults: the guest's own part
        scans = {pages: pool.submit(scan, pages) for pages in SCAN_SIZES}
        texts = {run: future.result() for run, future in futures.items()}
    check_same(texts)
    said = {name: read(texts[name, 0]) for name in BOOTS}
    check_proofs(said)
    own = 1000 * trace_us(alone.result())
    for pages, future in scans.items():
        instructions, whole, faults = future.result()
        said["guests"].total[f"scanning {pages}"] = instructions / faults
        said["guests"].total[f"exit {pages}"] = (whole - own) / faults
    return said


def table(said):
    """The table in Markdown."""
    lines = ["| path | Pintos -O0 | Pintos -O | xv6 -O2 | aim | Pageturner | met |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for row in ROWS:
        met = "yes" if row.met(said) else "**no**"
        lines.append("| " + " | ".join((row.path, *row.peers, row.aim, row.cell(said), met)) + " |")
    return "\n".join(lines)


def record(said):
    """Everything, to build/bench/kernel.json."""
    data = {
        "schema": 1, "emulator_version": tools.qemu_version(tools.find("qemu-system-i386")),
        "rows": [{"path": row.path, "value": row.value(said), "aim": row.aim,
                  "met": row.met(said)} for row in ROWS],
        "boots": {name: {"arguments": BOOTS[name], "median": s.median, "least": s.least,
                         "total": s.total, "cpu": s.cpu, "rise": s.rise, "rounds": s.rounds}
                  for name, s in said.items()},
    }
    path = BUILD / "bench" / "kernel.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main():
    """Prints the table; status 1 if a run did not do what it claims."""
    argparse.ArgumentParser(prog="make bench-kernel", description=__doc__).parse_args()
    try:
        said = measure()
    except BadRun as error:
        print(f"bench-kernel: {error}", file=sys.stderr)
        return 1
    record(said)
    print(table(said))
    met = sum(row.met(said) for row in ROWS)
    print(f"\n{met} of {len(ROWS)} aims met; instructions, except where the row says otherwise;"
          " all of it: build/bench/kernel.json")
    return 0


if __name__ == "__main__":
    leave("bench-kernel", main)
