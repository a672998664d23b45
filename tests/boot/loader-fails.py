# SPDX-License-Identifier: MIT
# The loader of a disk without a kernel, or of one that ends within it, says so and leaves at once.
import pathlib
import subprocess

from ptlib import BUILD, tools
from toolslib import expect, expect_status, folder, tool

REFUSED = 0x33 << 1 | 1
PARTS = BUILD / "release"


def boot(disk):
    """The finished emulator on DISK."""
    return subprocess.run(
        [tools.find("qemu-system-i386"), "-nodefaults", "-no-reboot", "-m", "4", "-display", "none",
         "-serial", "stdio", "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04",
         "-drive", f"file={disk},format=raw,if=ide"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        timeout=30, check=False)


with folder() as place:
    disk = pathlib.Path(place) / "disk.img"
    for message, arguments in (("No kernel", ["--swap", "1"]),
                               ("Disk error", ["--kernel", PARTS / "kernel.bin", "--args", "-q"])):
        made = tool(BUILD / "host" / "mkdisk", "--out", disk, "--loader", PARTS / "loader.bin",
                    *arguments, python=False)
        expect_status(made, 0, "mkdisk")
        if message == "Disk error":
            with open(disk, "r+b") as image:
                image.truncate(64 * 1024)
        run = boot(disk)
        expect(run.stdout.strip() == message and run.returncode == REFUSED,
               f"`{message}` and the status of a refused boot", run)
