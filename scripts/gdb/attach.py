# SPDX-License-Identifier: MIT
# Starts the kernel under a debugger, or attaches to one that waits.
"""make gdb: if a kernel waits on the port (scripts/pageturner --gdb) gdb attaches to it; else one
is started with the arguments given, its console going to build/gdb-console.txt.

With --replay FILE it is a recording that runs, which gdb can run backwards: reverse-stepi,
reverse-continue.
"""
import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
from ptlib import BUILD, ROOT, tools  # noqa: E402

CONSOLE = BUILD / "gdb-console.txt"


def listening(port):
    """True if something listens on PORT: told from the system's table, since a connection would
    be taken for the debugger's."""
    wanted = f":{port:04X}"
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = pathlib.Path(table).read_text().splitlines()[1:]
        except OSError:
            continue
        if any(f[1].endswith(wanted) and f[3] == "0A" for f in map(str.split, lines)):
            return True
    return False


def can_bind(port):
    """True if PORT is free (where there is no /proc)."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def waits(port):
    """True if a kernel waits for a debugger on PORT."""
    return listening(port) or not os.path.exists("/proc/net/tcp") and not can_bind(port)


def start(options, kernel_arguments):
    """Starts the runner with its debugger port; returns the process."""
    command = [sys.executable, str(ROOT / "scripts" / "pageturner"), "--gdb", str(options.port),
               "--timeout", "0"]
    if options.debug:
        command.append("--debug")
    if options.replay:
        command += ["--replay", options.replay]
    else:
        command += ["--mem", str(options.mem), "--", *kernel_arguments]
    CONSOLE.parent.mkdir(parents=True, exist_ok=True)
    with open(CONSOLE, "wb") as console:
        runner = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console,
                                  stderr=subprocess.STDOUT, start_new_session=True)
    for _ in range(200):
        if waits(options.port):
            return runner
        if runner.poll() is not None:
            sys.exit(f"gdb: the kernel did not start:\n{CONSOLE.read_text(errors='replace')}")
        time.sleep(0.05)
    runner.terminate()
    sys.exit("gdb: the emulator did not open its debugger port within 10 s")


def symbols(options):
    """The ELF file with the kernel's symbols."""
    recorded = pathlib.Path(f"{options.replay}.d") / "kernel.elf" if options.replay else None
    if recorded and recorded.exists():
        return recorded
    kernel = BUILD / ("debug" if options.debug else "release") / "kernel.elf"
    if not kernel.exists():
        sys.exit(f"gdb: there is no {kernel.relative_to(ROOT)}: run `make` first")
    return kernel


def main():
    """Runs gdb in the foreground; ends the kernel it started."""
    p = argparse.ArgumentParser(prog="make gdb", description=__doc__)
    p.add_argument("--port", type=int, default=1234)
    p.add_argument("--mem", type=int, default=16)
    p.add_argument("--debug", action="store_true")
    p.add_argument("--replay", metavar="FILE")
    p.add_argument("--batch", action="append", default=[], metavar="COMMAND",
                   help="run gdb COMMANDs and leave (for tests)")
    arguments = sys.argv[1:]
    at = arguments.index("--") if "--" in arguments else len(arguments)
    options = p.parse_args(arguments[:at])
    gdb = shutil.which("gdb-multiarch") or tools.find("gdb")
    kernel = symbols(options)
    runner = None if waits(options.port) else start(options, arguments[at + 1:])
    command = [gdb, "-q", "-nx", "-ex", "set architecture i386", "-ex", "set confirm off",
               "-ex", f"target remote 127.0.0.1:{options.port}", "-x", str(HERE / "pageturner.py"),
               str(kernel)]
    if options.batch:
        command.insert(1, "-batch")
        command += [word for line in options.batch for word in ("-ex", line)]
    elif runner:
        print(f"the kernel's console: {CONSOLE.relative_to(ROOT)}")
    try:
        return subprocess.run(command, check=False).returncode
    finally:
        if runner:
            runner.terminate()
            runner.wait()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` ends the kernel
    try:
        sys.exit(main())
    except tools.MissingTool as error:
        print(f"gdb: {error}", file=sys.stderr)
        sys.exit(3)
