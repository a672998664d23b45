# SPDX-License-Identifier: MIT
# Power-on to power-off of the kernel against the floor: an image that leaves at once.
"""Times both alternately in one run, since a machine's speed drifts; prints medians and ratios."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
from ptlib import BUILD, UsageError, machine, qemu, tools  # noqa: E402
from ptlib.command import leave  # noqa: E402

NORMAL_EXIT = 0x31 << 1 | 1
GOAL = 2.0  # times the floor


def commands(directory, mem, debug):
    """{name: command} of what is timed."""
    program = tools.find("qemu-system-i386")
    floor_image = BUILD / "host" / "tools" / "floor.elf"
    if not floor_image.exists():
        raise UsageError("the floor program is not built: run `make` first")
    job = machine.Job(arguments=["-q"], mem=mem, variant="debug" if debug else "release")
    prepared = qemu.prepare(directory, job)
    bare = [program, "-nodefaults", "-no-reboot", "-display", "none", "-device",
            "isa-debug-exit,iobase=0xf4,iosize=0x04", "-m", str(mem), "-kernel", str(floor_image)]
    drives = [word for pair in zip(prepared.command, prepared.command[1:]) if pair[0] == "-drive"
              for word in pair]
    return {"floor": bare, "floor with the same disks": bare + drives, "kernel": prepared.command}


def timed(command):
    """Seconds from start to end; the run must end normally."""
    start = time.perf_counter()
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, timeout=60, check=False)
    took = time.perf_counter() - start
    if run.returncode != NORMAL_EXIT:
        raise UsageError(f"a run left with status {run.returncode}: "
                         f"{run.stdout.decode(errors='replace')[-500:]}")
    return took


def measure(runs, count):
    """{name: [seconds]}, each command COUNT times, taking turns."""
    times = {name: [] for name in runs}
    for turn in range(count + 1):
        for name, command in runs.items():
            took = timed(command)
            if turn > 0:  # the first of each only warms the caches
                times[name].append(took)
        if sys.stdout.isatty():
            print(f"\r[{turn}/{count}]", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\x1b[K", end="")
    return times


def main():
    """Prints the medians and the ratio; the raw times go to build/bench/boot.json."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--mem", type=int, default=4)
    p.add_argument("--debug", action="store_true")
    options = p.parse_args()
    (BUILD / "runs").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD / "runs") as directory:
        runs = commands(pathlib.Path(directory), options.mem, options.debug)
        times = measure(runs, options.count)
    median = {name: statistics.median(values) for name, values in times.items()}
    ratio = median["kernel"] / median["floor"]
    for name, value in median.items():
        print(f"{name:<26} {value:.3f} s   ({min(times[name]):.3f} to {max(times[name]):.3f})")
    print(f"kernel / floor: {ratio:.2f} (goal: at most {GOAL:.1f}); with the same disks:"
          f" {median['kernel'] / median['floor with the same disks']:.2f};"
          f" median of {options.count}, {options.mem} MB")
    (BUILD / "bench").mkdir(exist_ok=True)
    (BUILD / "bench" / "boot.json").write_text(json.dumps(
        {"schema": 1, "median_s": median, "ratio": ratio, "times_s": times,
         "emulator_version": tools.qemu_version(tools.find("qemu-system-i386"))}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    leave("bench-boot", main)
