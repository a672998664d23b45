# SPDX-License-Identifier: MIT
# The text screen, on a machine that has one: see screen.c.
import subprocess

from emulator import qemu
from toolslib import expect

run = subprocess.run(qemu("ktest screen", "-vga", "std"), stdin=subprocess.DEVNULL, text=True,
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
expect("(screen) PASS" in run.stdout, "(screen) PASS", run.stdout)
