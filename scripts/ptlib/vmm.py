# SPDX-License-Identifier: MIT
# What vmm (examples/vmm.c) said in a run, by its -json lines.
"""vmm -json prints one line `VMM {…}` when its guest has ended."""
import json
import re

LINE = re.compile(r"^VMM (\{.*\})\s*$", re.M)
CPU = "max"  # a model of QEMU's with AMD SVM and nested paging
NO_SVM = "no AMD SVM"


def records(text):
    """The records in the console's TEXT, in order; a damaged line gives none."""
    found = []
    for line in LINE.findall(text):
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return found


def between(record, first, last):
    """How much each counter rose from mark FIRST to mark LAST, or None if one was not reached."""
    marks = {mark["mark"]: mark["counters"] for mark in record["marks"]}
    if first not in marks or last not in marks:
        return None
    return {name: value - marks[first][name] for name, value in marks[last].items()}
