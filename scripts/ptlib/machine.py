# SPDX-License-Identifier: MIT
# Starts an emulator on a kernel, follows its console and says how the run ended.
"""One run of the kernel.

    job = Job(mem=4, arguments=["-q", "run", "page-linear"])
    result = run(job, sink=sys.stdout.buffer.write)

Every run has a directory of its own under build/runs, so any number can go at once.  The
console goes from the emulator straight to a file (nothing is lost however the run ends) and
is followed from there.
"""
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

from . import BUILD, UsageError, bochs, images, qemu, tools, transcript
from .process import Process

PANIC_GRACE = 3.0  # seconds a kernel that has panicked may take to leave

# outcome: exit status of scripts/pageturner
STATUS = {
    "passed": 0,     # powered off normally, every `run` program exited 0
    "failed": 1,     # powered off normally, a program ended non-zero or was killed
    "refused": 1,    # the boot was refused and said why
    "not got": 1,    # it passed, but a file of `gets` could not be taken
    "usage": 2,
    "emulator": 3,   # the emulator did not start, or died
    "panic": 10,
    "reset": 11,     # triple fault or reset
    "timeout": 12,
}


@dataclass
class Job:
    """What to run, and on what.  `arguments` is the kernel's command line as words."""
    arguments: list = field(default_factory=list)
    mem: int = 16                # MB
    cpu: str = None              # the emulator's own default
    accel: str = "tcg"           # or kvm
    emulator: str = "qemu"       # qemu, qemu64, bochs
    boot: str = "kernel"         # kernel (Multiboot) or disk (our own loader)
    firmware: str = "bios"       # bios or short: see firmware.S; QEMU with boot=kernel only
    variant: str = "release"
    kernel: str = None           # default: build/VARIANT/kernel.elf
    filesys: int = 16            # MB; 0: no such disk
    swap: int = 32               # MB; 0: no such disk
    icount: int = None           # shift of -icount; selects the RAM disk
    puts: list = field(default_factory=list)   # (file, name)
    gets: list = field(default_factory=list)   # (name, file)
    timeout: float = 120.0       # host seconds; 0: none
    gdb: int = None              # port; the machine waits for a debugger
    vga: bool = False
    record: str = None
    replay: str = None
    trace: object = None         # blocks.Trace: what QEMU is to write down
    keep: bool = False           # leave the run's directory
    stdin: object = subprocess.DEVNULL
    notify: object = None        # called with what a person should know of the machine

    def kernel_path(self):
        path = pathlib.Path(self.kernel) if self.kernel else BUILD / self.variant / "kernel.elf"
        if not path.exists():
            raise UsageError(f"there is no kernel {path}: run `make"
                             f"{' DEBUG=1' if self.variant == 'debug' else ''}` first")
        return path.resolve()

    def command_line(self):
        """The kernel's command line: words with spaces in quotes."""
        return " ".join(quote(word) for word in self.arguments)


@dataclass
class Result:
    """How a run ended and what the console said."""
    outcome: str
    said: transcript.Transcript
    wall: float = 0.0
    exit_status: int = None      # the emulator's own
    stderr: str = ""
    command: list = field(default_factory=list)
    directory: str = None
    version: str = ""
    cpu: float = 0.0             # seconds of CPU time that the emulator took
    not_got: list = field(default_factory=list)  # (name, why) of `gets` that could not be taken

    @property
    def status(self):
        return STATUS[self.outcome]


def quote(word):
    """WORD as it stands on a kernel command line."""
    if word and " " not in word and "\t" not in word:
        return word
    if "'" not in word:
        return f"'{word}'"
    if '"' not in word:
        return f'"{word}"'
    raise UsageError(f"a kernel argument cannot hold a space and both kinds of quote: {word}")


def backend(job):
    """The module that knows the emulator of JOB."""
    return bochs if job.emulator == "bochs" else qemu


def run(job, sink=None, stop=None):
    """Runs JOB to its end.  SINK gets console bytes as they come; STOP() true ends the run."""
    (BUILD / "runs").mkdir(parents=True, exist_ok=True)
    directory = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=BUILD / "runs"))
    try:
        result = _run_in(directory, job, sink, stop)
    finally:
        if not job.keep:
            shutil.rmtree(directory, ignore_errors=True)
    result.directory = str(directory) if job.keep else None
    return result


def _run_in(directory, job, sink, stop):
    emulator = backend(job)
    machine = emulator.prepare(directory, job)
    if job.notify and machine.notice:
        job.notify(machine.notice)
    start = time.monotonic()
    ended = _Follower(job, machine, sink, stop).follow()
    wall = time.monotonic() - start
    not_got = _get(job, machine)
    text = machine.console.read_bytes().decode("utf-8", "replace")
    said = transcript.parse(text)
    outcome = ended.reason or emulator.judge(ended.status, said, machine)
    if not_got and outcome == "passed":
        outcome = "not got"
    stderr = machine.stderr.read_text(errors="replace").strip()
    return Result(outcome, said, wall, ended.status, stderr, machine.command,
                  version=machine.version, cpu=ended.cpu, not_got=not_got)


def _get(job, machine):
    """Takes the files of JOB that are there; [(name, why)] of the others."""
    not_got = []
    for name, path in job.gets:
        try:
            images.get(machine.filesys, name, path)
        except images.ImageError as error:
            not_got.append((name, str(error)))
    return not_got


@dataclass
class _End:
    status: int
    cpu: float
    reason: str = None  # "timeout" or "panic" when we ended it


class _Follower:
    """Starts the emulator and follows its console until it ends or must be ended."""

    def __init__(self, job, machine, sink, stop):
        self.job, self.machine, self.sink, self.stop = job, machine, sink, stop
        self.seen = b""
        self.panicked_at = None

    def follow(self):
        stdout = self.machine.stdout or subprocess.DEVNULL
        with open(self.machine.stderr, "wb") as err, open(self.machine.console, "ab+") as console:
            out = console if stdout == "console" else stdout
            process = Process(self.machine.command, stdin=self.job.stdin, stdout=out, stderr=err,
                              cwd=self.machine.directory, start_new_session=True)
            try:
                return self._watch(process)
            finally:
                _end(process)
                self._drain()

    def _watch(self, process):
        limit = time.monotonic() + self.job.timeout if self.job.timeout else None
        waiter = _Waiter(process)
        try:
            with open(self.machine.console, "rb") as self.tail:
                while not waiter.wait(0.01 if self.sink else 0.05):
                    self._drain()
                    reason = self._overdue(limit)
                    if reason:
                        _end(process)
                        return _End(process.returncode, process.cpu, reason)
                self._drain()
                return _End(process.returncode, process.cpu)
        finally:
            waiter.close()

    def _overdue(self, limit):
        now = time.monotonic()
        if self.panicked_at and now > self.panicked_at + PANIC_GRACE:
            return "panic"
        if limit and now > limit or self.stop and self.stop():
            return "panic" if self.panicked_at else "timeout"
        return None

    def _drain(self):
        tail = getattr(self, "tail", None)
        if tail is None or tail.closed:
            return
        piece = tail.read()
        if not piece:
            return
        if self.sink:
            self.sink(piece)
        self.seen = (self.seen + piece)[-200:] if not self.panicked_at else b""
        if b"Kernel PANIC" in self.seen + piece and not self.panicked_at:
            self.panicked_at = time.monotonic()


class _Waiter:
    """Waits for a process without polling where the system can."""

    def __init__(self, process):
        self.process = process
        self.fd = None
        if hasattr(os, "pidfd_open"):
            try:
                self.fd = os.pidfd_open(process.pid)
            except OSError:
                pass

    def wait(self, seconds):
        if self.fd is None:
            time.sleep(min(seconds, 0.01))
        else:
            poll = select.poll()
            poll.register(self.fd, select.POLLIN)
            poll.poll(seconds * 1000)
        return self.process.poll() is not None

    def close(self):
        if self.fd is not None:
            os.close(self.fd)


def _end(process):
    """Ends the emulator and whatever it started."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
        process.wait()


def version(job):
    """The emulator's version; MissingTool when it is absent or too old."""
    return backend(job).version(job)


__all__ = ["Job", "Result", "STATUS", "run", "version", "quote", "tools"]
