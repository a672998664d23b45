# SPDX-License-Identifier: MIT
# The Bochs side of a run: its configuration file, and how its end is read.
"""Bochs always boots from a disk.  It has no exit status of ours: the kernel's `Outcome:` counts.

Debian's Bochs has no display that needs no screen, so it draws on a terminal that `script`
provides and nobody looks at; it is a debugger build, so a file of `c` commands starts it; and
it aborts unless every sound driver is a dummy.
"""
import re
import shlex

from . import UsageError, images, tools
from .qemu import Machine

CYLINDER = 16 * 63 * 512  # a disk must be a whole number of these

CONFIG = """\
display_library: term
config_interface: textconfig
romimage: file={share}/BIOS-bochs-latest
vgaromimage: file={share}/VGABIOS-lgpl-latest
megs: {mem}
{cpu}
clock: sync=none
boot: disk
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
{disks}
com1: enabled=1, mode=file, dev={console}
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
speaker: enabled=0
log: {log}
panic: action=fatal
error: action=ignore
info: action=ignore
debug: action=ignore
"""


def version(job):
    """Bochs's version."""
    return tools.bochs_version(tools.find("bochs"))


def prepare(directory, job):
    """A Machine for JOB with its disks and configuration in DIRECTORY."""
    bochs, script = tools.find("bochs"), tools.find("script")
    _check(job)
    console = directory / "console.txt"
    console.touch()
    filesys = directory / "disk.img"
    images.bootable(filesys, job.variant, job.filesys or 1, job.kernel_path(),
                    job.command_line(), job.puts)
    disks = [filesys]
    if job.swap:
        disks.append(directory / "swap.img")
        images.copy_sparse(images.swap(job.swap), disks[1])
    config = directory / "bochsrc"
    config.write_text(CONFIG.format(
        share="/usr/share/bochs", mem=job.mem, cpu=f"cpu: model={job.cpu}" if job.cpu else "",
        disks="\n".join(map(_disk, ("master", "slave"), disks)), console=console,
        log=directory / "bochs.log"))
    (directory / "commands").write_text("c\n" * 20)
    bochs_command = shlex.join([bochs, "-q", "-f", str(config), "-rc", str(directory / "commands")])
    command = ["env", "TERM=linux", script, "-qfc", bochs_command, str(directory / "screen.txt")]
    return Machine(directory, command, console, directory / "stderr.txt", filesys, stdout=None,
                   version=version(job))


def _check(job):
    for value, name in ((job.icount, "--icount"), (job.gdb, "--gdb"), (job.vga or None, "--vga"),
                        (job.record, "--record"), (job.replay, "--replay"),
                        (job.firmware == "short" or None, "--firmware short")):
        if value is not None:
            raise UsageError(f"{name} works with QEMU only, not with --emulator bochs")


def _disk(unit, path):
    """The line for one disk, its image made a whole number of cylinders long."""
    size = path.stat().st_size
    cylinders = -(-size // CYLINDER)
    with open(path, "r+b") as image:
        image.truncate(cylinders * CYLINDER)
    return (f"ata0-{unit}: type=disk, mode=flat, path={path}, cylinders={cylinders}, heads=16,"
            " spt=63")


def judge(status, said, machine):
    """The outcome of a run that ended by itself."""
    if said.outcome:
        return said.outcome
    if said.panic:
        return "panic"
    log = machine.directory / "bochs.log"
    text = log.read_text(errors="replace") if log.exists() else ""
    if said.powered_off:
        return "passed"
    if "exception with no resolution" in text or "shutdown status" in text or said.text:
        return "reset"
    screen = machine.directory / "screen.txt"
    if screen.exists():
        machine.stderr.write_text(_printable(screen.read_text(errors="replace") + text))
    return "emulator"


def _printable(text):
    """The last lines of TEXT without what moves a cursor."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[^\x20-\x7e\n]", "", text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return "; ".join(lines[-3:])
