# SPDX-License-Identifier: MIT
# Without a display --vga serves the screen over VNC: it shows the console, and its keys reach a program: the
# shell's lines can be edited, and ^C ends what it runs.
import os
import re
import selectors
import socket
import struct
import subprocess
import sys
import time

from ptlib import ROOT
from toolslib import expect

SECONDS = 60
RAW, KEY, UPDATE = 0, 4, 3  # RFC 6143: the encoding, and two of the client's messages.
BACKSPACE, LEFT, UP, CONTROL = 0xff08, 0xff51, 0xff52, 0xffe3  # X's names of keys.


class Screen:
    """A VNC viewer of one picture."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        expect(self.read(12).startswith(b"RFB 003."), "a VNC server", port)
        self.socket.sendall(b"RFB 003.008\n")
        expect(b"\x01" in self.read(self.read(1)[0]), "a server that asks for no password")
        self.socket.sendall(b"\x01")
        expect(self.read(4) == bytes(4), "to be let in")
        self.socket.sendall(b"\x01")
        self.width, self.height = struct.unpack(">HH", self.read(4))
        self.pixel = self.read(16)[0] // 8
        self.read(struct.unpack(">I", self.read(4))[0])
        self.socket.sendall(struct.pack(">BxHi", 2, 1, RAW))

    def read(self, count):
        """The next COUNT bytes from the server."""
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            expect(more, "more from the VNC server", data)
            data += more
        return data

    def lit_lines(self):
        """How many lines of the picture are not all of one colour."""
        self.socket.sendall(struct.pack(">BBHHHH", UPDATE, 0, 0, 0, self.width, self.height))
        expect(self.read(1) == b"\0", "a picture")
        lit = 0
        for _ in range(struct.unpack(">xH", self.read(3))[0]):
            _x, _y, width, height, encoding = struct.unpack(">HHHHi", self.read(12))
            expect(encoding == RAW, "a plain picture", encoding)
            for _ in range(height):
                line = self.read(width * self.pixel)
                lit += line != line[:self.pixel] * width
        return lit

    def press(self, code, down):
        """Presses or releases a key."""
        self.socket.sendall(struct.pack(">BBxxI", KEY, down, code))
        time.sleep(0.01)

    def type(self, *keys):
        """Presses and releases a key for each character of a text, or one by its code."""
        codes = [0xff0d if char == "\n" else ord(char) if isinstance(char, str) else char
                 for key in keys for char in (key if isinstance(key, str) else [key])]
        for code in codes:
            for down in (1, 0):
                self.press(code, down)


def read_until(pattern, seen=""):
    """What the run prints, up to PATTERN."""
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    end = time.monotonic() + SECONDS
    while not re.search(pattern, seen):
        expect(selector.select(max(0, end - time.monotonic())), f"{pattern!r} within {SECONDS} s", seen)
        more = os.read(process.stdout.fileno(), 4096).decode(errors="replace")
        expect(more, f"{pattern!r} before the end", seen)
        seen += more
    return seen


environment = {name: value for name, value in os.environ.items()
               if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
process = subprocess.Popen(
    [sys.executable, "scripts/pageturner", "--vga", "--", "-q", "run", "sh"], cwd=ROOT,
    env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
try:
    seen = read_until(r"VNC 127\.0\.0\.1:\d+[\s\S]*Executing 'sh'[^\n]*\n[\s\S]*\$ ")
    screen = Screen(int(re.search(r"VNC 127\.0\.0\.1:(\d+)", seen)[1]))
    expect(screen.lit_lines() > 30, "a screen with text on it", screen.lit_lines())
    screen.type("echo by vnc\n")
    read_until(r"\nby vnc\r?\n")
    screen.type("echo keyboxrd", LEFT, LEFT, BACKSPACE, "a\n")
    read_until(r"\nkeyboard\r?\n")
    screen.type(UP, "s\n")
    read_until(r"\nkeyboards\r?\n")
    screen.type("sleep 1000\n")
    time.sleep(0.3)
    screen.press(CONTROL, 1)
    screen.type("c")
    screen.press(CONTROL, 0)
    read_until(r"sleep: exit\(-1\)[\s\S]*\$ ")
    screen.type("exit\n")
    read_until(r"Powering off")
    expect(process.wait(SECONDS) == 0, "status 0", process.returncode)
finally:
    process.kill()
