# SPDX-License-Identifier: MIT
# On a CPU without SVM vmm says so in one line, with a status of its own, and nothing else happens.
import shutil

from guestslib import boot
from toolslib import expect

MACHINES = [{"cpu": None}, {"cpu": "n270"}]
if shutil.which("bochs") and shutil.which("script"):
    MACHINES.append({"cpu": None, "emulator": "bochs", "boot": "disk", "firmware": "bios"})
for machine in MACHINES:
    vmm, hello = boot(["vmm g-hello", "echo hello"], mem=16, **machine)
    said = [line for line in vmm.text.splitlines() if line.startswith("vmm: g-hello")]
    expect(said == ["vmm: g-hello: this CPU has no AMD SVM: guests cannot run"] and vmm.status == 66,
           f"vmm to refuse on {machine}", vmm)
    expect(hello.status == 0, "other programs to run", hello)

part, = boot(["vmm -shadow=npt g-hello"], cpu="qemu32,+svm")
expect(part.status == 66 and "no AMD SVM with nested paging" in part.text, "npt to be refused without nested paging", part)
