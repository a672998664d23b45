# SPDX-License-Identifier: MIT
# A mistake on the runner's command line gives status 2 and a sentence that says what to do.
from toolslib import expect, expect_status, tool

MISTAKES = [
    (("--mem", "2"), "at least 4 MB"),
    (("--mem", "none"), "--mem"),
    (("--emulator", "vax"), "--emulator"),
    (("--frobnicate",), "after a `--`"),
    (("run", "page-linear"), "after a `--`"),
    (("--disk", "--kernel"), "not allowed with"),
    (("--icount", "99"), "from 0 to 10"),
    (("--swap", "-1"), "--swap"),
    (("--put", "/nowhere/at-all", "--image", "build/host/tools/fake.elf"), "/nowhere/at-all"),
    (("--get", "x:/nowhere/at-all"), "no directory"),
    (("--get", "x", "--filesys", "0"), "no file-system disk"),
    (("--json", "/nowhere/at-all"), "no directory"),
    (("--get", "x", "--icount", "0"), "in the guest's RAM"),
    (("--get", "x", "--record", "/nowhere/recording"), "belong to the recording"),
    (("--put", "LICENSE:a/b", "--image", "build/host/tools/fake.elf"), "a name has no slash"),
    (("--image", "/nowhere/kernel.elf"), "/nowhere/kernel.elf"),
    (("--replay", "/nowhere/recording"), "not a recording"),
    (("--replay", "x", "--", "run"), "no kernel arguments"),
    (("--emulator", "bochs", "--icount", "0", "--image", "build/host/tools/fake.elf"), "QEMU only"),
    (("--emulator", "bochs", "--accel", "kvm", "--image", "build/host/tools/fake.elf"), "QEMU only"),
    (("--icount", "0", "--accel", "kvm", "--image", "build/host/tools/fake.elf"), "instructions"),
]

for words, sentence in MISTAKES:
    run = tool("scripts/pageturner", *words)
    expect_status(run, 2, " ".join(words))
    expect(sentence in run.stderr, f"`{sentence}` for {' '.join(words)}", run)
    expect("Traceback" not in run.stderr, "no Python traceback", run)

run = tool("scripts/pageturner", "--help")
expect_status(run, 0, "--help")
for word in ("examples:", "exit status:", "--record", "page-parallel"):
    expect(word in run.stdout, f"{word} in --help", run)
