#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes docs/SYSCALLS.md of the table of system calls, userprog/syscall-table.h.

    scripts/syscalls.py            # prints it
    scripts/syscalls.py --write    # writes docs/SYSCALLS.md
    scripts/syscalls.py --check    # exit status 1 if that file differs
"""
import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "userprog/syscall-table.h"
NUMBERS = ROOT / "lib/syscall-nr.h"
PAGE = ROOT / "docs/SYSCALLS.md"

HEAD = """# System calls

(Made by `scripts/syscalls.py --write` from `userprog/syscall-table.h`; a test checks that it is.)

`int $0x30` with the number at `[esp]` and the arguments after it; the result comes in `eax`. The wrappers
are in `lib/user/`, numbers in `lib/syscall-nr.h`, flags and structures in `lib/syscall-abi.h`.

Calls 0 to 19 are Pintos's: an error is −1 or false, and a bad address ends the process with status −1. Later
calls are ours: an error is a negative number of `lib/errno.h`, and a bad address is `-EFAULT`. An unknown number
or a bad stack pointer ends the process. `in N` and `out N` are addresses of N bytes that the call reads or writes;
`or 0` that a null pointer will do. A process that is killed while it waits in a call wakes up and ends.

| nr | call | arguments | result | |
| --- | --- | --- | --- | --- |
"""


def numbers():
    text = NUMBERS.read_text().split("enum {")[1].split("}")[0]
    return {name: i for i, name in enumerate(re.findall(r"^\s*SYS_(\w+),", text, re.M))}


def calls():
    """(number, handler, arguments, result, help) for each line of the table."""
    nr = numbers()
    for name, handler, strings in re.findall(r"^SYSCALL\((\w+), (\w+), (\".*\")\)$",
                                             TABLE.read_text(), re.M):
        yield (nr[name], handler, *ast.literal_eval(f"({strings})"))


def page():
    rows = list(calls())
    if [row[0] for row in rows] != list(range(len(numbers()))):
        sys.exit("syscalls.py: the table has not one line for each number, in order")
    return HEAD + "".join(f"| {nr} | `{name}` | {args} | {result} | {text} |\n"
                          for nr, name, args, result, text in rows)


def main(argv):
    if argv == ["--write"]:
        PAGE.write_text(page())
    elif argv == ["--check"]:
        if not PAGE.exists() or PAGE.read_text() != page():
            sys.exit("docs/SYSCALLS.md is not what scripts/syscalls.py makes: run it with --write")
    elif not argv:
        sys.stdout.write(page())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
