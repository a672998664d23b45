# SPDX-License-Identifier: MIT
# Reads what a kernel said on its console.
"""A transcript is judged whole, once, when the run is over."""
import itertools
import re
from dataclasses import dataclass, field

EXIT = re.compile(r"([^\s:]+): exit\((-?\d+)\)\s*$", re.M)
KSTAT = re.compile(r"^KSTAT (\S+) (\d+)\s*$", re.M)
KTEST = re.compile(r"^\((\S+)\) (PASS|FAIL|SKIP)\b:?[ \t]*(.*?)\s*$", re.M)
PANIC = re.compile(r"^.*Kernel PANIC.*$", re.M)
OUTCOME = re.compile(r"^Outcome: (passed|failed|refused|panic)\s*$", re.M)
TICKS = re.compile(r"^Timer: (\d+) ticks", re.M)
IDLE_US = re.compile(r"KSTAT sched\.idle_us (\d+)\s*")
WAKES_US = 5  # On a busy host 61 instructions more were seen, or twice that: see docs/BUGS-FOUND.md
STACK = re.compile(r"^Call stack:(.*)$", re.M)


@dataclass
class Transcript:
    """What the console lines say; nothing here is guessed."""
    text: str = ""
    booted: bool = False
    powered_off: bool = False
    outcome: str = None
    refusal: str = None  # if it did not boot: the last line before the list of options
    panic: str = None
    call_stack: list = field(default_factory=list)
    programs: list = field(default_factory=list)  # (name, exit status) in order
    ktests: list = field(default_factory=list)    # (name, verdict, why) in order
    counters: dict = field(default_factory=dict)
    ticks: int = None


def parse(text):
    """Transcript of the console output TEXT."""
    text = text.replace("\r\n", "\n").replace("\r", "")
    said = Transcript(text=text)
    said.booted = "Boot complete." in text
    said.powered_off = "Powering off..." in text
    said.programs = [(name, int(status)) for name, status in EXIT.findall(text)]
    said.ktests = KTEST.findall(text)
    said.counters = {name: int(value) for name, value in KSTAT.findall(text)}
    outcomes = OUTCOME.findall(text)
    said.outcome = outcomes[-1] if outcomes else None
    if not said.booted:
        said.refusal = _refusal(text)
    panic = PANIC.search(text)
    said.panic = panic.group(0).strip() if panic else None
    stack = STACK.search(text)
    said.call_stack = re.findall(r"0x[0-9a-f]+", stack.group(1)) if stack else []
    ticks = TICKS.findall(text)
    said.ticks = int(ticks[-1]) if ticks else said.counters.get("timer.ticks")
    return said


def _refusal(text):
    """Why the boot whose console said TEXT was refused, if it was; None if it did not say."""
    lines = re.split(r"^(?:Kernel command line:|Outcome: refused)", text, 1, re.M)[0].split("\n")
    lines = [line.strip() for line in lines if line.strip()]
    return lines[-1] if lines else None


def differing(first, second):
    """The pairs of lines in which two runs under --icount differ that should be the same.

    The idle time may do so by WAKES_US: on a busy host a halted CPU wakes once more now and then.
    """
    pairs = itertools.zip_longest(first.splitlines(), second.splitlines(), fillvalue="")
    return [pair for pair in pairs if pair[0] != pair[1] and not _idle_alike(*pair)]


def _idle_alike(first, second):
    found = [IDLE_US.fullmatch(line) for line in (first, second)]
    return all(found) and abs(int(found[0][1]) - int(found[1][1])) <= WAKES_US
