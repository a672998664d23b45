# SPDX-License-Identifier: MIT
# Every guest of virt/guest passes on a bare emulator: the oracle for what it does in the hypervisor.
import subprocess

from ptlib import BUILD, tools
from toolslib import expect

# Guest: runs of it, each the parameters and lines that it must say.
GUESTS = {
    "disk": [("", ["no disk"])],
    "hello": [("who=me", ["hello, me", "paging on, 2-level", "paging on, PAE", "3 ticks"])],
    "access": [("step=211 from=7", [])],
    "hostile": [("count=100 step=7", [])],
    "kv": [("ops=100 hz=1000", []), ("ops=200 clients=9 arenas=100 pae=0", [])],
    "reuse": [("accesses=20000", []),
              ("accesses=20000 mode=scan seed=2 writes=10", [])],
    "stress": [("steps=4000 seed=3 hz=1000", [])],
    "tables": [("rounds=3", ["2-level, recycle: ok", "pae, straddle: ok"])],
}


def run_bare(name, parameters):
    """The emulator's status and what the guest said."""
    done = subprocess.run([tools.find("qemu-system-i386"), "-kernel", BUILD / "release/guest" / name,
                           "-append", parameters, "-m", "8", "-cpu", "max", "-nodefaults",
                           "-bios", tools.host_tool("firmware.bin"), "-serial", "stdio",
                           "-display", "none", "-no-reboot",
                           "-device", "isa-debug-exit,iobase=0xf4"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, timeout=60, check=False)
    return done.returncode, done.stdout


if __name__ == "__main__":
    for name, runs in GUESTS.items():
        for parameters, lines in runs:
            status, text = run_bare(name, parameters)
            said = text.splitlines()
            expect(status == 1 and said and said[-1] == f"{name}: passed",
                   f"{name} {parameters} to pass (status {status})", text)
            for line in lines:
                expect(line in said, f"{name} {parameters} to say {line!r}", text)
