# SPDX-License-Identifier: MIT
# docs/SYSCALLS.md is what the table of system calls says, and a change of the table is noticed.
import pathlib
import subprocess
import sys

from toolslib import expect

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(text=None):
    """scripts/syscalls.py --check, with TEXT as the page instead of the one that is there."""
    code = "import sys, pathlib; sys.path.insert(0, 'scripts'); import syscalls\n"
    if text is not None:
        code += f"syscalls.page = lambda: {text!r}\n"
    return subprocess.run([sys.executable, "-B", "-c", code + "syscalls.main(['--check'])"], cwd=ROOT,
                          capture_output=True, text=True)


result = run()
expect(result.returncode == 0, "the page is up to date", result)
result = run("another page")
expect(result.returncode == 1, "another page is refused", result)
