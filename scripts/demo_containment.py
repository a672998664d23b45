# SPDX-License-Identifier: MIT
# `make demo-containment`: processes in groups with limits, in one boot at 4 MB, and what came of each.
"""Runs the program containment (examples/containment.c) and shows its lines; its status is the run's."""
import subprocess
import sys

from ptlib import ROOT

COMMAND = ["scripts/pageturner", "--mem", "4", "--icount", "7", "--", "-q", "-sched=stride", "run", "containment"]


def main():
    """Prints what the program and the kernel say about the groups."""
    with subprocess.Popen([sys.executable, *COMMAND], cwd=ROOT, text=True, stdout=subprocess.PIPE) as run:
        for line in run.stdout:
            if line.startswith(("|", "containment: killed", "load:", "Kernel PANIC", "\n")):
                print(line, end="", flush=True)
    print("all kept" if run.returncode == 0 else f"not all kept: status {run.returncode};"
          f" by hand: {' '.join(COMMAND)}")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
