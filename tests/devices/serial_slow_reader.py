# SPDX-License-Identifier: MIT
# Every byte that the kernel printed has reached the host when the machine is off, although the host
# begins to read late, when the socket between is full and the serial port not ready any more.
import socket
import subprocess
import time

from emulator import qemu
from toolslib import expect, folder

LINES = 2000


def read_late(path):
    """All that comes from the socket PATH, read from one second after it is there."""
    with socket.socket(socket.AF_UNIX) as console:
        for _ in range(200):
            try:
                console.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        time.sleep(1)
        pieces = []
        while pieces[-1:] != [b""]:
            pieces.append(console.recv(4096))
            time.sleep(0.005)  # so that it is not all read when the kernel has printed it all
    return b"".join(pieces).decode()


with folder() as directory:
    path = f"{directory}/console"
    command = qemu("ktest burst", serial=f"unix:{path},server=on,wait=on")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        text = read_late(path)
        status = process.wait(timeout=60)
lines = [line for line in text.splitlines() if line.startswith("line ")]
expect(lines == [f"line {i} of the burst ...................." for i in range(LINES)],
       f"{LINES} lines in order", [line for i, line in enumerate(lines) if f"line {i} " not in line][:1])
expect(text.endswith("Powering off...\n"), "the last line", text[-200:])
expect(status == 0x31 << 1 | 1, "the exit status of success", status)
