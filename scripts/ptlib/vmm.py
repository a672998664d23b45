# SPDX-License-Identifier: MIT
# What vmm (examples/vmm.c) said in a run, by its -json lines.
"""vmm -json prints one line `VMM {…}` when its guest has ended."""
import re
from dataclasses import dataclass, field

from . import journal

LINE = re.compile(r"^VMM (\{.*\})\s*$", re.M)
CPU = "max"  # a model of QEMU's with AMD SVM and nested paging
NO_SVM = "no AMD SVM"
START = re.compile(r"^Executing '(.*)':$", re.M)
DONE = re.compile(r"^Execution of '", re.M)
END = re.compile(r"^(\S+): exit\((-?\d+)\)$", re.M)


@dataclass
class Part:
    """What one command of a boot said."""
    command: str
    text: str = ""
    status: int = None      # None: it did not end
    records: list = field(default_factory=list)


def records(text):
    """The records in the console's TEXT, in order; a damaged line gives none."""
    return journal.records(LINE.findall(text))


def between(record, first, last):
    """How much each counter rose from mark FIRST to mark LAST, or None if one was not reached."""
    marks = {mark["mark"]: mark["counters"] for mark in record["marks"]}
    if first not in marks or last not in marks:
        return None
    return {name: value - marks[first][name] for name, value in marks[last].items()}


def parts(text):
    """The Parts of a console's TEXT, one for each `run` action that was begun, in order."""
    starts = list(START.finditer(text))
    for at, start in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
        piece = DONE.split(text[start.end():end])[0]
        ends = END.findall(piece)
        yield Part(start[1], piece, int(ends[-1][1]) if ends else None, records(piece))
