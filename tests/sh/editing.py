# SPDX-License-Identifier: MIT
# Lines typed at the shell are edited before they run: moving, erasing, history, completion, giving up,
# and a command that reads what is typed next.
import os
import select
import subprocess
import sys
import time

from ptlib import ROOT
from toolslib import SHORT, expect

SECONDS = 60
VARIANT = ["--debug"] if os.environ.get("PAGETURNER_VARIANT") == "debug" else []
UP, LEFT, HOME, DELETE = "\x1b[A", "\x1b[D", "\x1b[H", "\x1b[3~"

process = subprocess.Popen(
    [sys.executable, "scripts/pageturner", *SHORT, *VARIANT, "--", "-q", "run", "sh"], cwd=ROOT,
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
seen = before = ""


def until(text):
    """Follows the console until TEXT comes that was not there before."""
    global seen, before
    end = time.monotonic() + SECONDS
    while text not in seen:
        ready, _, _ = select.select([process.stdout], [], [], 0.2)
        piece = os.read(process.stdout.fileno(), 4096).decode(errors="replace") if ready else ""
        seen += piece
        expect(time.monotonic() < end and (piece or not ready), f"the console to show {text!r}", seen)
    at = seen.index(text) + len(text)
    before, seen = before + seen[:at], seen[at:]


def send(keys):
    """Types KEYS."""
    process.stdin.write(keys.encode())
    process.stdin.flush()


def enter(keys, wanted):
    """Types KEYS at the prompt; the console must then show the line WANTED."""
    send(keys)
    until(f"\n{wanted}\n")
    until("$ ")


until("Type `help'")
until("$ ")
enter("echo one\r", "one")
enter("echo twoo\b\r", "two")
enter(f"cho{HOME}e\x05 three\r", "three")
enter(f"echo fXour{LEFT}{LEFT}{LEFT}{LEFT}{DELETE}\r", "four")
enter(f"{UP}{UP}{UP}{UP}\r", "one")
enter("echo gone\x15echo five\r", "five")
enter("hel\t; ech\tsix\r", "six")
enter("echo 'open\rquote'\r", "quote")
send("never run")
until("never run")  # What is still unread goes with ^C: the editor must have it.
enter("\x03echo seven\r", "seven")
expect(before.count("never") == 1, "a line that was given up not to run", before)
enter("grep e\rwhat is tyed\x7f\x7fped\r\x04", "what is typed")
enter("sleep 0.01 &\rwait; jobs; echo eight\r", "eight")
send("\x04")
until("sh: exit(0)")
until("Powering off...")
expect("never: no such" not in before, "the line that was given up not to run", before)
expect(process.wait(timeout=SECONDS) == 0, "status 0", process.returncode)
