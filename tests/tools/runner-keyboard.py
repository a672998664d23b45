# SPDX-License-Identifier: MIT
# A terminal is the guest's keyboard: each key reaches it unchanged, Ctrl-] ends the run, and the
# terminal is left as it was.
import os
import pty
import select
import subprocess
import sys
import termios
import time

from ptlib import ROOT
from toolslib import FAKE, expect

SECONDS = 30


class Session:
    """scripts/pageturner on a terminal of its own."""

    def __init__(self, *words):
        self.master, slave = pty.openpty()
        self.slave = slave
        self.before = termios.tcgetattr(slave)
        command = [sys.executable, "scripts/pageturner", "--image", str(FAKE), "--filesys", "0",
                   "--swap", "0", "--", *words]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave,
                                        start_new_session=True, preexec_fn=self._control)
        self.seen = ""

    @staticmethod
    def _control():
        import fcntl
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def until(self, text):
        """Follows the terminal until it has shown TEXT."""
        end = time.monotonic() + SECONDS
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                self.seen += os.read(self.master, 4096).decode(errors="replace")
            expect(time.monotonic() < end, f"the terminal to show `{text}`", self.seen)

    def type(self, text):
        """Types TEXT."""
        os.write(self.master, text)

    def end(self, status, said):
        """Waits for the end of the run; the terminal must be as it was."""
        self.until(said)
        seen = self.process.wait(timeout=SECONDS)
        expect(seen == status, f"status {status}, not {seen}", self.seen)
        expect(termios.tcgetattr(self.slave)[:4] == self.before[:4],
               "the terminal to be as it was", termios.tcgetattr(self.slave))


session = Session("boot", "keys", "pass", "off")
session.until("Keys:")
session.type(b"a\r\x03\x1b[A\x04\x1a\x7fq")
session.until("61 0d 03 1b 5b 41 04 1a 7f 71")
expect("^C" not in session.seen, "no echo", session.seen)
session.end(0, "Powering off...")

session = Session("boot", "keys")
session.until("Keys:")
session.type(b"x\x1d")
session.end(130, "left by Ctrl-]")

session = Session("boot", "hang")
session.until("Boot complete.")
session.type(b"\x1d")
session.end(130, "left by Ctrl-]")
