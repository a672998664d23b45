# SPDX-License-Identifier: MIT
# A person's terminal as the guest's keyboard.
"""Typed bytes go to the guest one by one and unchanged, so that its shell can edit lines.

    with Keyboard() as keyboard:
        run(Job(stdin=keyboard.stdin, …), stop=keyboard.left)

The terminal is raw meanwhile but for its output; Ctrl-] is not passed on: it ends the run.  When standard
input is no terminal, or we are in the background, nothing here changes anything.
"""
import os
import select
import subprocess
import threading

LEAVE = b"\x1d"  # Ctrl-]


class Keyboard:
    """What the guest's keyboard reads."""

    def __init__(self):
        self.stdin = _standard_input()
        self.person = self.stdin == 0 and os.isatty(0)
        self.leaving = False
        self.saved = self.pump = self.inner = None

    def __enter__(self):
        if not self.person:
            return self
        import termios
        self.saved = termios.tcgetattr(0)
        termios.tcsetattr(0, termios.TCSADRAIN, _raw(self.saved))
        self.stdin, self.inner = os.pipe()
        self.wake = os.pipe()
        self.pump = threading.Thread(target=self._pump, daemon=True)
        self.pump.start()
        return self

    def __exit__(self, *_):
        if not self.person:
            return
        import termios
        os.write(self.wake[1], b"x")
        self.pump.join()
        for fd in (self.stdin, self.inner, *self.wake):
            os.close(fd)
        termios.tcsetattr(0, termios.TCSADRAIN, self.saved)

    def left(self):
        """True once the person has typed Ctrl-]."""
        return self.leaving

    def _pump(self):
        """Passes on what is typed, until __exit__ or Ctrl-]."""
        while True:
            ready, _, _ = select.select([0, self.wake[0]], [], [])
            if self.wake[0] in ready:
                return
            typed = os.read(0, 256)
            if not typed or LEAVE in typed:
                self.leaving = True
                return
            try:
                os.write(self.inner, typed)
            except BrokenPipeError:
                return


def _raw(settings):
    """Terminal SETTINGS under which every key is passed on at once; output stays as it is."""
    import termios
    raw = list(settings)
    raw[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.ISTRIP)
    raw[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    raw[6] = list(settings[6])
    raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
    return raw


def _standard_input():
    """0, unless we are in the background or have none."""
    try:
        if os.isatty(0) and os.tcgetpgrp(0) != os.getpgrp():
            return subprocess.DEVNULL
        os.fstat(0)
        return 0
    except OSError:
        return subprocess.DEVNULL
