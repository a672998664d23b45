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

TAIL = """
## Jobs and the terminal

Every process is in a job, its children in the same one unless it chose a new one for them by `set_job(1)`. One job is
at the front of the terminal.

- Only processes of the job in front read what is typed. For others `read` is −1, also for one that waited in it when the
  front was taken away. All may write.
- ^C and ^\\ end the job in front, all its processes, as by `SIGINT` and `SIGQUIT`, the moment they are typed. What was
  typed before and not yet read is dropped.
- `set_job(3)` puts a new job to the front, `set_job(2)` the caller's own. Where it is the caller's own, ^C and ^\\ are
  keys like others; but if the caller waits for a child then, in `waitpid`, that returns `-EINTR`.
- The front may be chosen by processes of the job that is there, and by those of the job in which that was made, and so
  on: whoever passes it on may take it back at any time. Others get `-EPERM`. No more than 15 jobs are made inside one another
  so (`-EAGAIN`).
- When a process ends that chose the front, its own job is there again.

The queue of what was typed takes 4096 bytes (128 where memory is short); from then on the serial port makes its sender wait,
and a key is seen once there is room.
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
                          for nr, name, args, result, text in rows) + TAIL


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
