# SPDX-License-Identifier: MIT
# The console arrives whole, to the last byte, also through a slow reader; runs go side by side.
import concurrent.futures
import subprocess
import sys
import time

from ptlib import ROOT
from toolslib import FAKE, expect, expect_status, fake

LINE = "0123456789abcdef" * 3 + "0123456789abcde\n"

run = fake("flood", "flood", "flood", "panic")
expect_status(run, 10, "flood then panic")
expect(run.stdout.count(LINE) == 3 * 1024, "every line of the flood", run.stdout.count(LINE))
expect(run.stdout.endswith("Outcome: panic\nPowering off...\n"), "the last line", run.stdout[-80:])

command = [sys.executable, "scripts/pageturner", "--image", str(FAKE), "--filesys", "0", "--swap",
           "0", "--", "flood", "flood", "flood", "flood", "off"]
with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as slow:
    time.sleep(1.5)
    text = slow.stdout.read().decode()
expect(text.count(LINE) == 4 * 1024 and text.endswith("Powering off...\n"),
       "the whole flood through a slow reader", len(text))

with concurrent.futures.ThreadPoolExecutor(4) as pool:
    runs = list(pool.map(lambda n: fake(f"word{n}", "flood", "boot", "pass", "off"), range(4)))
for run in runs:
    expect_status(run, 0, "one of four runs at once")
    expect(run.stdout.count(LINE) == 1024, "its own console and no other's", run)
