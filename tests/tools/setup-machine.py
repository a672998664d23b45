# SPDX-License-Identifier: MIT
# scripts/setup finds what a machine lacks, asks, installs, or tells what to install.
#
# apt-get and id are stand-ins that write down what they are asked; nothing is installed.
import pathlib
import shutil

from ptlib import ROOT
from toolslib import expect, expect_status, folder, path_with, tool

BASE = ["sh", "env", "mktemp", "tail", "rm", "uname", "cat", "grep", "touch", "as", "ld",
        "collect2", "dpkg", "chmod"]
BUILDERS = ["make", "git", "gcc", "i686-linux-gnu-gcc", "python3"]
APT = """echo "$@" >>{log}; [ "$1" = update ] && touch {log}.updated && exit 0
[ -e {log}.updated ] || [ {fresh} = yes ] || exit 100
for word; do case $word in -*|install) ;; *) echo '#!/bin/sh' >{place}/$word
[ $word = qemu-system-x86 ] && printf '#!/bin/sh\\n' >{place}/qemu-system-i386 && chmod +x {place}/qemu-system-i386
[ $word = bochs ] && chmod +x {place}/bochs ;; esac; done; exit 0"""


def setup(want, names, uid="0", apt=True, ci=None, answer=None, fresh="yes"):
    """Runs scripts/setup with only NAMES on the machine; (process, apt-get's log)."""
    with folder() as place:
        log = pathlib.Path(place) / "apt.log"
        fakes = [("id", f"echo {uid}"), ("sudo", 'exec "$@"')]
        if apt:
            fakes.append(("apt-get", APT.format(log=log, place=place, fresh=fresh)))
        env = path_with(place, BASE + names, fakes)
        env.pop("CI", None)
        if ci:
            env["CI"] = ci
        source = pathlib.Path(place) / "answer"
        source.write_text(answer or "")
        with open(source, encoding="utf-8") as stdin:
            run = tool("sh", ROOT / "scripts" / "setup", want, env=env, stdin=stdin, python=False)
        return run, log.read_text() if log.exists() else ""


ALL = BUILDERS + ["qemu-system-i386", "bochs", "script", "patch", "gdb", "clang-format", "qemu-img", "spin"]
if all(shutil.which(name) for name in ALL):
    run, log = setup("all", ALL)
    expect_status(run, 0, "nothing is missing")
    expect(run.stdout == "" and log == "", "silence and no apt-get", run)

run, log = setup("run", BUILDERS)
expect_status(run, 0, "root, QEMU missing")
expect("qemu-system-x86" in log and "update" not in log, "apt-get install qemu-system-x86", log)
expect("gcc" not in log, "what is there left alone", log)

run, log = setup("run", BUILDERS, fresh="no")
expect_status(run, 0, "no package lists yet")
expect("update" in log, "apt-get update when the first install fails", log)

run, log = setup("check", BUILDERS + ["script", "patch", "gdb", "qemu-img", "spin"], uid="1000", ci="true")
expect_status(run, 0, "CI=true")
expect("bochs" in log and "vgabios" in log, "Bochs for the tests, without asking", log)

run, log = setup("run", BUILDERS, uid="1000", answer="n\n")
expect_status(run, 3, "the answer is no")
expect(log == "" and "apt-get install" in run.stderr, "the command, and nothing installed", run)

run, log = setup("run", BUILDERS, uid="1000", answer="y\n")
expect_status(run, 0, "the answer is yes")

run, log = setup("run", [], apt=False)
expect_status(run, 3, "a machine without apt-get")
for package in ("make", "gcc", "git", "qemu-system-x86"):
    expect(package in run.stderr, f"{package} among what to install", run)

run, log = setup("everything", BUILDERS)
expect_status(run, 2, "an unknown argument")
