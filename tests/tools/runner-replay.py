# SPDX-License-Identifier: MIT
# A recording runs again exactly, several times, also under the debugger and backwards.
# @needs: record gdb
# @seconds: 180
import pathlib
import re

from toolslib import expect, expect_status, folder, tool

with folder() as place:
    log = f"{place}/recording"
    run = tool("scripts/pageturner", "--mem", "4", "--record", log, "--", "-q", "run", "hello")
    expect_status(run, 0, "--record")
    for _ in range(2):
        again = tool("scripts/pageturner", "--replay", log)
        expect_status(again, 0, "--replay")
        expect(again.stdout == run.stdout, "the recorded console", again)
    other = f"{place}/other"
    for how in (["--emulator", "qemu64", "--record"], ["--replay"]):
        run = tool("scripts/pageturner", *how, other, *(["--", "-q", "run", "hello"] * (len(how) > 1)))
        expect_status(run, 0, f"{how} on the other emulator")
    port = 20000 + pathlib.Path(place).stat().st_ino % 20000
    steps = ["hbreak shutdown_power_off", "hbreak process_exit", "continue", "continue",
             "reverse-continue", "bt 1", "reverse-stepi", "pt-threads", "pt-frames", "pt-pagedir",
             "pt-list 'thread.c'::all_list thread all_elem", "pt-stack &'thread.c'::initial_thread",
             "pt-stack 'thread.c'::idle_thread"]
    run = tool("scripts/gdb/attach.py", "--port", port, "--replay", log,
               *[word for step in steps for word in ("--batch", step)], timeout=120)
    expect_status(run, 0, "gdb on a recording")
    stops = re.findall(r"(?:Breakpoint \d+, |#0  )(\w+)", run.stdout)
    expect(stops == ["process_exit", "shutdown_power_off", "process_exit", "process_exit"],
           "forwards, then backwards again", run)
    expect(re.search(r"hello +running", run.stdout), "the program among pt-threads", run)
    threads = len(re.findall(r"^0x\w+ tid ", run.stdout, re.M))
    expect(f"\n{threads} elements" in run.stdout, f"the {threads} threads as a list too", run)
    expect(re.search(r"^frame +\d+ user +pins \d+ mpage 0x\w+ anon resident refs 1 dirty$", run.stdout,
                     re.M), "the program's stack among pt-frames", run)
    expect(re.search(r"^0xbffff000\.\.0xbfffffff -> 0x\w+  P W U A D$", run.stdout, re.M),
           "its stack in pt-pagedir", run)
    stacks = re.findall(r"^#0 0x\w+ (\w+)|^#\d+ 0x\w+ (process_wait|idle_loop) ", run.stdout, re.M)
    names = [a or b for a, b in stacks]
    expect("process_wait" in names and "idle_loop" in names, "pt-stack of threads that wait", run)
