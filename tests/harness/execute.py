# SPDX-License-Identifier: MIT
# Runs one case: boots a kernel, or starts a host program.
"""execute(case) runs a case and gives its Verdict; it never raises for what a test does."""
import os
import pathlib
import shlex
import subprocess
import time

from ptlib import BUILD, ROOT, UsageError, images, machine, tools
from ptlib.process import Process

import judge

HOST_SECONDS = 120       # for host and py tests, unless they say @seconds
SECONDS_PER_TICK = 0.01
SKIP_STATUS = 77         # of a host or py test
TOOLS_OF = {"bochs": ["bochs", "script"], "qemu64": ["qemu-system-x86_64"],
            "gdb": ["gdb"], "record": ["qemu-img"]}


def execute(case, stop=None):
    """Runs CASE; an infrastructure error is tried once more."""
    missing = missing_tool(case)
    if missing:
        return judge.Verdict(judge.SKIPPED, missing)
    run = _boot if case.boots else _host
    for attempt in (1, 2):
        try:
            verdict = run(case, stop)
        except (tools.MissingTool, images.ImageError, UsageError, OSError) as error:
            verdict = judge.Verdict(judge.INFRASTRUCTURE, str(error))
        if verdict.verdict != judge.INFRASTRUCTURE or attempt == 2:
            return verdict
    return None


def missing_tool(case):
    """Why CASE cannot run on this machine, or None."""
    wanted = case.words("needs")
    if case.get("emulator", "qemu") != "qemu":
        wanted.append(case.get("emulator"))
    for name in wanted:
        for tool in TOOLS_OF.get(name, [name]):
            try:
                tools.find(tool)
            except tools.MissingTool as error:
                return str(error)
    return None


def job_of(case):
    """The machine.Job that boots CASE."""
    emulator = case.get("emulator", "qemu")
    icount = case.number("icount", None)
    ticks = judge.limit(case)
    tests = case.kind == "ktest"
    return machine.Job(
        arguments=_arguments(case, ticks), mem=case.number("mem", 16), cpu=case.get("cpu"),
        emulator=emulator, boot=_boot_from(case), firmware=_firmware(case), variant=case.variant,
        kernel=str(BUILD / case.variant / "kernel-tests.elf") if tests else None,
        filesys=case.number("filesys", 16), swap=case.number("swap", 32), icount=icount,
        puts=[_put(text) for text in case.get("put") or []],
        timeout=30 + 4 * ticks * SECONDS_PER_TICK)


def _boot_from(case):
    return "disk" if case.get("emulator") == "bochs" else case.get("boot", "kernel")


def _firmware(case):
    """The BIOS where it, or what it tells of the machine, is part of the test: in boot/, and from a disk."""
    bios = case.house == "boot" or _boot_from(case) == "disk"
    return case.get("firmware", "bios" if bios else "short")


def _arguments(case, ticks):
    words = ["-q", f"-limit={ticks}"]
    words += shlex.split(case.get("options", ""))
    given = {axis: value for axis, value in case.point.items() if value != "-"}
    words += [f"-{axis}={value}" for axis, value in {**case.more, **given}.items()
              if axis not in _machine_axes()]
    actions = case.get("actions")
    if actions:
        return words + [word for line in actions for word in shlex.split(line)]
    if case.kind == "ktest":
        return words + ["ktest", case.function]
    return words + ["run", " ".join([images.disk_name(case.name), *shlex.split(case.get("args", ""))])]


def _machine_axes():
    from cases import MACHINE_AXES
    return MACHINE_AXES


def _put(text):
    path, _, name = text.partition(":")
    return str(ROOT / path), name or pathlib.Path(path).name


def replay_of(case):
    """The command that runs CASE again by hand."""
    if not case.boots:
        return f"make check T='{case.id}'"
    job = job_of(case)
    words = ["scripts/pageturner", "--mem", str(job.mem), "--swap", str(job.swap)]
    for option, value, default in (("--emulator", job.emulator, "qemu"), ("--cpu", job.cpu, None),
                                   ("--firmware", job.firmware, "bios"),
                                   ("--icount", job.icount, None), ("--filesys", job.filesys, 16)):
        if value != default:
            words += [option, str(value)]
    if job.boot == "disk" and job.emulator != "bochs":
        words.append("--disk")
    if job.variant == "debug":
        words.append("--debug")
    if job.kernel:
        words += ["--image", os.path.relpath(job.kernel, ROOT)]
    for path, name in job.puts:
        words += ["--put", f"{os.path.relpath(path, ROOT)}:{name}"]
    return shlex.join([*words, "--", *job.arguments])


def _boot(case, stop):
    result = machine.run(job_of(case), stop=stop)
    verdict = judge.judge(case, result)
    verdict.replay = replay_of(case)
    return verdict


def _command(case):
    if case.kind == "host":
        return [str(BUILD / "host" / "tests" / case.name)]
    import sys
    return [sys.executable, str(case.path)]


def _host(case, stop):
    """Runs a host program or a Python test: 0 passed, 77 skipped, anything else failed."""
    environment = dict(os.environ, PAGETURNER_VARIANT=case.variant,
                       PYTHONPATH=os.pathsep.join([str(ROOT / "scripts"),
                                                   str(ROOT / "tests" / "harness")]))
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or each start compiles scripts/ptlib
    start = time.monotonic()
    seconds = case.number("seconds", HOST_SECONDS)
    process = Process(_command(case), cwd=ROOT, env=environment, text=True, errors="replace",
                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                      start_new_session=True)
    try:
        text, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        text = _kill(process)
        return judge.Verdict(judge.TIMED_OUT, f"expected it to end within {seconds} s; it did not",
                             time.monotonic() - start, text, replay=replay_of(case),
                             cpu=process.cpu)
    verdict = _host_verdict(process.returncode, text)
    verdict.wall, verdict.transcript = time.monotonic() - start, text
    verdict.cpu, verdict.replay = process.cpu, replay_of(case)
    return verdict


def _kill(process):
    try:
        os.killpg(process.pid, 9)
    except ProcessLookupError:
        pass
    return process.communicate()[0]


def _host_verdict(status, text):
    lines = [line for line in text.splitlines() if line.strip()]
    last = lines[-1] if lines else "it said nothing"
    if status == 0:
        return judge.Verdict(judge.PASSED)
    if status == SKIP_STATUS:
        return judge.Verdict(judge.SKIPPED, last)
    if status < 0:
        return judge.Verdict(judge.CRASHED, f"expected exit status 0; seen signal {-status}: {last}")
    telling = next((line for line in lines if "runtime error:" in line or "ERROR: " in line), last)
    return judge.Verdict(judge.FAILED, f"expected exit status 0; seen {status}: {telling}")
