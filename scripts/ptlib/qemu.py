# SPDX-License-Identifier: MIT
# The QEMU side of a run: its command line, and what its exit status means.
"""QEMU gives the kernel's own exit value as (value << 1) | 1 through isa-debug-exit."""
import json
import os
import pathlib
import shutil
import socket
from dataclasses import dataclass

from . import UsageError, images, tools

PROGRAM = {"qemu": "qemu-system-i386", "qemu64": "qemu-system-x86_64"}
# The kernel's values for isa-debug-exit, as QEMU's exit status.
EXIT_STATUS = {0x31 << 1 | 1: "passed", 0x32 << 1 | 1: "failed", 0x33 << 1 | 1: "refused",
               0x34 << 1 | 1: "panic"}
MB = 1 << 20
# firmware.S gives the kernel neither of these; each takes the emulator its time.
SHORT_MACHINE = "acpi=off,hpet=off,smm=off"
SHORT_MEM_MAX = 2048
# QEMU's helper for old Windows guests, useless here, deadlocks when a replay goes backwards.
NO_VAPIC = ["-global", "apic.vapic=off"]
QEMU_RESERVED_KB = 128  # what QEMU's memory map keeps at the top: -mem gives as many frames as -m


@dataclass
class Machine:
    """An emulator ready to start."""
    directory: pathlib.Path
    command: list
    console: pathlib.Path
    stderr: pathlib.Path
    filesys: pathlib.Path = None
    stdout: object = "console"
    notice: str = ""             # for the person who started it
    version: str = ""


def version(job):
    """The emulator's version."""
    return tools.qemu_version(tools.find(PROGRAM[job.emulator]))


def prepare(directory, job):
    """A Machine for JOB with its disks in DIRECTORY."""
    recording = _read_recording(job) if job.replay else None
    if recording:
        job.emulator = recording["emulator"]
    program = tools.find(PROGRAM[job.emulator])
    machine = Machine(directory, [], directory / "console.txt", directory / "stderr.txt",
                      version=version(job))
    if recording:
        machine.stdout = None
        machine.command = [program, *_replay(directory, job, recording, machine.console)]
        return machine
    command = [program, "-nodefaults", "-no-reboot", *_display(job, machine),
               "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"]
    command += _firmware(job)
    if job.accel == "kvm":
        command += ["-accel", "kvm"]
    if job.cpu or job.accel == "kvm":
        command += ["-cpu", job.cpu or "host"]
    if job.trace is not None:
        command += job.trace.options
    if job.gdb is not None:
        command += ["-gdb", f"tcp:127.0.0.1:{job.gdb}", "-S"]
    if job.icount is not None:
        command += _ram_disks(directory, job, machine)
    elif job.record:
        command += _record(job, _disks(directory, job, machine))
    else:
        disks = _disks(directory, job, machine)
        command += ["-m", str(job.mem), *_drives(disks), *_kernel(job)]
    machine.command = command
    return machine


def _firmware(job):
    """--firmware short: our own, which only starts the kernel."""
    if job.firmware != "short":
        return []
    if job.boot != "kernel" or job.record or job.vga or job.accel != "tcg" or job.mem > SHORT_MEM_MAX:
        raise UsageError(f"--firmware short starts the kernel by Multiboot, without a screen and with at"
                         f" most {SHORT_MEM_MAX} MB; it does not work with --disk, --record, --vga and kvm")
    return ["-bios", tools.host_tool("firmware.bin"), "-machine", SHORT_MACHINE]


def _display(job, machine):
    """The console is the serial port; with --vga there is a screen as well."""
    if not job.vga:
        return ["-display", "none", "-serial", "stdio"]
    serial = ["-serial", f"file:{machine.console}"]
    machine.stdout = None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ["-vga", "std", *serial]
    number = _free_vnc_display()
    machine.notice = (f"no graphical display here: the screen is at VNC 127.0.0.1:{5900 + number}"
                      f" (display :{number})")
    return ["-vga", "std", "-vnc", f"127.0.0.1:{number}", *serial]


def _free_vnc_display():
    """The first VNC display that nobody serves yet."""
    for number in range(100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", 5900 + number))
                return number
            except OSError:
                continue
    raise UsageError("--vga: every VNC display from :0 to :99 is in use")


def _disks(directory, job, machine, swap=True):
    """Fresh images for the run: the file-system disk and the swap disk."""
    disks = []
    if job.boot == "disk":
        machine.filesys = directory / "disk.img"
        images.bootable(machine.filesys, job.variant, job.filesys, job.kernel_path(),
                        job.command_line(), job.puts)
        disks.append(machine.filesys)
    elif job.filesys:
        machine.filesys = directory / "disk.img"
        images.copy_sparse(images.filesys(job.variant, job.filesys), machine.filesys)
        images.put(machine.filesys, job.puts)
        disks.append(machine.filesys)
    if job.swap and swap:
        target = directory / "swap.img"
        images.copy_sparse(images.swap(job.swap), target)
        disks.append(target)
    return disks


def _drives(disks):
    arguments = []
    for index, path in enumerate(disks):
        arguments += ["-drive", f"file={path},format=raw,if=ide,index={index},cache=unsafe"]
    return arguments


def _kernel(job, extra=()):
    if job.boot == "disk":
        return []
    line = " ".join([*extra, job.command_line()])
    return ["-kernel", str(job.kernel_path()), "-append", line]


def _ram_disks(directory, job, machine):
    """--icount: time is counted in instructions, and the disks are in RAM above the kernel's.

    The file system is a boot module; the kernel makes the swap disk from RAM it does not use.
    """
    if job.boot == "disk":
        raise UsageError("--icount runs from RAM disks, so it cannot boot with --disk")
    disks = _disks(directory, job, machine, swap=False)
    module = sum(-(-path.stat().st_size // MB) for path in disks)
    arguments = ["-icount", f"shift={job.icount},sleep=off", "-rtc", "base=2020-01-01,clock=vm",
                 "-m", str(job.mem + module + job.swap + 1)]
    if disks:
        arguments += ["-initrd", str(disks[0])]
    return arguments + _kernel(job, ["-disk=ram", f"-ramswap={job.swap * 1024}",
                                     f"-mem={job.mem * 1024 - QEMU_RESERVED_KB}"])


def _recording(path):
    """The folder that belongs to the recording PATH: its disks, kernel and command."""
    return pathlib.Path(f"{path}.d").resolve()


def _record(job, disks):
    """--record: QEMU's log, and beside it a folder with all that a replay needs."""
    folder = _recording(job.record)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    kernel = folder / "kernel.elf"
    shutil.copy(job.kernel_path(), kernel)
    arguments = ["-m", str(job.mem), *NO_VAPIC]
    if job.boot == "kernel":
        arguments += ["-kernel", str(kernel), "-append", job.command_line()]
    for index, path in enumerate(disks):
        disk = folder / f"disk{index}.qcow2"
        images.run([tools.find("qemu-img"), "convert", "-O", "qcow2", str(path), str(disk)])
        arguments += ["-drive", f"file={disk},if=none,id=img{index}",
                      "-drive", f"driver=blkreplay,if=none,image=img{index},id=rr{index}",
                      "-device", f"ide-hd,drive=rr{index},bus=ide.{index // 2},unit={index % 2}"]
    if job.cpu:
        arguments += ["-cpu", job.cpu]
    (folder / "machine.json").write_text(json.dumps(
        {"emulator": job.emulator, "arguments": arguments}, indent=1))
    return [*arguments, *_rr("record", job.record, bool(disks))]


def _rr(mode, path, snapshot):
    log = pathlib.Path(path).resolve()
    return ["-icount", f"shift=5,rr={mode},rrfile={log}" + (",rrsnapshot=init" if snapshot else "")]


def _read_recording(job):
    """What --record kept of the machine: its emulator and arguments."""
    try:
        return json.loads((_recording(job.replay) / "machine.json").read_text())
    except (OSError, ValueError) as error:
        raise UsageError(f"--replay: {job.replay} is not a recording of --record ({error})") from error


def _replay(directory, job, machine, console):
    folder = _recording(job.replay)
    recorded = []
    for word in machine["arguments"]:
        # Disks are copied: a replay must leave the recording as it is, and several may run at once.
        for disk in folder.glob("disk*.qcow2"):
            if f"file={disk}," in word:
                images.copy_sparse(disk, directory / disk.name)
                word = word.replace(f"file={disk},", f"file={directory / disk.name},")
        recorded.append(word)
    arguments = ["-nodefaults", "-no-reboot", "-display", "none", "-serial", f"file:{console}",
                 "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04", *recorded,
                 *_rr("replay", job.replay, "-drive" in machine["arguments"])]
    if job.gdb is not None:
        arguments += ["-gdb", f"tcp:127.0.0.1:{job.gdb}", "-S"]
    return arguments


def judge(status, said, machine):
    """The outcome of a run that ended by itself with the emulator's exit STATUS."""
    if status in EXIT_STATUS:
        return EXIT_STATUS[status]
    if said.panic:
        return "panic"
    if status == 0:
        return said.outcome or "passed" if said.powered_off else "reset"
    return "emulator"
