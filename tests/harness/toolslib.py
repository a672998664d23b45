# SPDX-License-Identifier: MIT
# What the tests of the tools share: running a tool, and saying what differs.
"""Helpers for tests/*/*.py: a failed expectation ends the test with what was seen."""
import os
import pathlib
import subprocess
import sys
import tempfile

from ptlib import BUILD, ROOT

FAKE = BUILD / "host" / "tools" / "fake.elf"
SHORT = ("--firmware", "short")  # for tests that boot often, and not to see whether that works
SKIP = 77


def tool(*words, env=None, stdin=None, timeout=60, python=True):
    """Runs a tool of the project; returns the finished process with its output as text."""
    command = [sys.executable, *map(str, words)] if python else list(map(str, words))
    return subprocess.run(command, cwd=ROOT, env=env, stdin=stdin or subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
                          check=False)


def fake(*words, options=(), **more):
    """Runs the stand-in kernel with WORDS as its command line, without disks."""
    return tool("scripts/pageturner", *SHORT, "--image", FAKE, "--filesys", "0", "--swap", "0",
                *options, "--", *words, **more)


def expect(condition, what, seen=""):
    """Ends the test, failed, unless CONDITION."""
    if condition:
        return
    if isinstance(seen, subprocess.CompletedProcess):
        seen = f"status {seen.returncode}\n--- stdout\n{seen.stdout}\n--- stderr\n{seen.stderr}"
    print(f"seen: {seen}")
    print(f"expected {what}")
    sys.exit(1)


def expect_status(run, status, what):
    """Ends the test unless RUN left with STATUS."""
    expect(run.returncode == status, f"{what}: status {status}, not {run.returncode}", run)


def skip(why):
    """Ends the test, skipped."""
    print(why)
    sys.exit(SKIP)


def folder():
    """A temporary directory (a context manager)."""
    return tempfile.TemporaryDirectory(prefix="pageturner-test-")


def path_with(directory, names, fakes=()):
    """An environment whose PATH is DIRECTORY, holding links to the programs NAMES only.

    FAKES are (name, shell text) of programs to write there.
    """
    import shutil
    directory = pathlib.Path(directory)
    for name in names:
        real = shutil.which(name)
        if real:
            (directory / name).symlink_to(os.path.realpath(real))
    for name, text in fakes:
        (directory / name).write_text(f"#!/bin/sh\n{text}\n")
        (directory / name).chmod(0o755)
    return dict(os.environ, PATH=str(directory))
