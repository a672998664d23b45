# SPDX-License-Identifier: MIT
# Finds the programs that a run needs, or says which package has them.
"""Every missing tool is reported with its name, why it is wanted and its package."""
import json
import os
import re
import shutil
import subprocess

from . import BUILD

# tool: (Debian/Ubuntu package, what it is for)
PACKAGES = {
    "qemu-system-i386": ("qemu-system-x86", "runs the kernel"),
    "qemu-system-x86_64": ("qemu-system-x86", "runs the kernel with --emulator qemu64"),
    "qemu-img": ("qemu-utils", "makes the qcow2 disks of --record"),
    "bochs": ("bochs", "runs the kernel with --emulator bochs"),
    "script": ("bsdutils", "gives Bochs the terminal it insists on"),
    "patch": ("patch", "applies the deliberate breaks of `make mutants`"),
    "gdb": ("gdb", "debugs the kernel"),
    "addr2line": ("binutils", "turns addresses into lines"),
    "nm": ("binutils", "finds functions"),
    "i686-linux-gnu-gcc": ("gcc-i686-linux-gnu", "compiles for the target"),
}
QEMU_OLDEST = (5, 2)


class MissingTool(Exception):
    """A program that is needed is not there or too old: exit status 3."""


def find(name):
    """Full path of the program NAME, or MissingTool."""
    path = shutil.which(name)
    if path:
        return path
    package, purpose = PACKAGES.get(name, (name, "is needed"))
    raise MissingTool(
        f"{name} is missing ({purpose}): install the package {package}"
        f" (on Debian or Ubuntu: `scripts/setup`, or `apt-get install {package}`)")


def host_tool(name):
    """Path of a host tool that the build makes."""
    path = BUILD / "host" / name
    if not path.exists():
        raise MissingTool(f"{path.relative_to(BUILD.parent)} is not built: run `make` first")
    return str(path)


def _cached_version(path, pattern):
    """First line of `PATH --version` matching PATTERN, remembered by the file's time."""
    stamp = f"{path} {os.stat(path).st_mtime_ns}"
    cache = BUILD / "cache" / "versions.json"
    try:
        known = json.loads(cache.read_text())
    except (OSError, ValueError):
        known = {}
    if stamp not in known:
        run = subprocess.run([path, "--version"], stdin=subprocess.DEVNULL, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        match = re.search(pattern, run.stdout)
        known[stamp] = match.group(0) if match else "unknown version"
        cache.parent.mkdir(parents=True, exist_ok=True)
        draft = cache.with_suffix(f".{os.getpid()}.{id(known)}")
        draft.write_text(json.dumps(known))
        draft.replace(cache)
    return known[stamp]


def qemu_version(path):
    """The emulator's version string; MissingTool if it is older than we can use."""
    version = _cached_version(path, r"version [^\n]*")
    found = re.search(r"(\d+)\.(\d+)", version)
    if found and (int(found.group(1)), int(found.group(2))) < QEMU_OLDEST:
        raise MissingTool(f"{path} is too old ({version}): QEMU {QEMU_OLDEST[0]}.{QEMU_OLDEST[1]}"
                          " or later is needed (package qemu-system-x86)")
    return version


def bochs_version(path):
    """Bochs's version string."""
    return _cached_version(path, r"Bochs [^\n]*|[0-9]+\.[0-9]+[^\n]*")
