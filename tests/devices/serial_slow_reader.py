# SPDX-License-Identifier: MIT
# Every byte that the kernel printed has reached the host when the machine is off, although the host
# begins to read late, when the pipe between has long been full.
import subprocess
import time

from emulator import qemu
from toolslib import expect

LINES = 6000

process = subprocess.Popen(qemu("ktest burst"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
time.sleep(1)
text = process.stdout.read().decode()
status = process.wait()
lines = [line for line in text.splitlines() if line.startswith("line ")]
expect(lines == [f"line {i} of the burst ...................." for i in range(LINES)],
       f"{LINES} lines in order", lines[-1:])
expect(text.rstrip().endswith("Powering off..."), "the last line", text[-200:])
expect(status == 0x31 << 1 | 1, "the exit status of success", status)
