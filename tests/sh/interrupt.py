# SPDX-License-Identifier: MIT
# ^C ends what the shell runs in front: a program, all of a pipeline, a script, the rest of the line; also
# a wait for jobs in the background, and whatever else was typed before it.  The shell goes on, also one
# inside another, and so do jobs in the background, which cannot read what is typed.
import os
import select
import subprocess
import sys
import time

from ptlib import ROOT
from toolslib import SHORT, expect

SECONDS = 60
VARIANT = ["--debug"] if os.environ.get("PAGETURNER_VARIANT") == "debug" else []

process = subprocess.Popen(
    [sys.executable, "scripts/pageturner", *SHORT, *VARIANT, "--", "-q", "run", "sh"], cwd=ROOT,
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
seen = ""


def send(keys):
    process.stdin.write(keys.encode())
    process.stdin.flush()


def until(text, keys=None):
    """Follows the console until TEXT comes; types KEYS ten times a second.  What came before TEXT."""
    global seen
    end = time.monotonic() + SECONDS
    while text not in seen:
        ready, _, _ = select.select([process.stdout], [], [], 0.1)
        piece = os.read(process.stdout.fileno(), 4096).decode(errors="replace") if ready else ""
        seen += piece
        expect(time.monotonic() < end and (piece or not ready), f"the console to show {text!r}", seen)
        if keys and not ready:
            send(keys)
    before, seen = seen.split(text, 1)
    return before


def enter(line):
    """The output of LINE."""
    send(line + "; echo over\r")
    return until("\nover\n").split("over\r", 1)[-1]


def interrupt(line):
    """Starts LINE and types ^C until the prompt is there.  What LINE printed."""
    send("echo go; " + line + "\r")
    until("\ngo\n")
    until("exit(0)")
    return until("/$ ", "\x03")


until("/$ ")
interrupt("sleep 1000")
expect("\n130\n" in enter("echo $?"), "status 130", seen)
printed = interrupt("sleep 1000 | cat | wc; echo not this")
expect("\nnot this" not in printed and "\n0" not in printed, "all of the line to end", printed)
listed = enter("ps")
expect(" cat\n" not in listed and " sleep\n" not in listed, "no member to be left", listed)
enter("sleep 1000 & true")
interrupt("cat")
expect("[1] " in enter("jobs"), "the job in the background to be there", seen)
interrupt("sh -c sleep 1000")
interrupt("wait; echo not this")
expect("\n130\n" in enter("echo $?"), "status 130", seen)
send("echo go; sleep 1000\r")
until("\ngo\n")
until("exit(0)")
send("echo not this\r" * 200 + "\x03")
printed = until("/$ ") + enter("echo $?")
expect("\n130\n" in printed and "not this" not in printed, "what was typed before to be dropped", printed)
send("cat & echo go\r")
printed = until("\ngo\n") + enter("jobs") + enter("echo still typed")
expect("not for the background" in printed and "\nstill typed\n" in printed, "cat to be refused the terminal", printed)
send("sh\r")
until("Type `help'")
until("/$ ")
interrupt("sleep 1000 | cat")
expect("\n130\n" in enter("echo $?"), "the inner shell to go on", seen)
send("\x04")
until("sh: exit(0)")
interrupt("sleep 1000")
expect("[1] " in enter("jobs"), "the job in the background to be there still", seen)
enter("kill $!")
send("\x04")
until("Powering off...")
expect(process.wait(timeout=SECONDS) == 0, "status 0", process.returncode)
