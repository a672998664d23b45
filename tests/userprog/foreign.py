# SPDX-License-Identifier: MIT
# A program for Pintos runs unchanged, whichever compiler and linker made it, and however that laid it out.
import os
import pathlib
import re
import shutil
import subprocess

from ptlib import ROOT
from toolslib import SHORT, expect, expect_status, folder, skip, tool

SOURCE = ROOT / "tests" / "tools" / "foreign.c"
VARIANT = ["--debug"] if os.environ.get("PAGETURNER_VARIANT") == "debug" else []
FLAGS = ["-m32", "-march=i686", "-std=gnu99", "-ffreestanding", "-fno-builtin", "-fno-pic",
         "-fno-stack-protector", "-nostdinc", "-msoft-float", "-w"]
LINK = ["-nostdlib", "-static"]
# Headers and text in one page, data in the next at the same offset: Pintos's own script has that shape.
SCRIPT = """
ENTRY(_start)
SECTIONS {
  . = 0x08048000 + SIZEOF_HEADERS;
  .text : { *(.text*) } =0x90
  .rodata : { *(.rodata*) }
  .eh_frame : { *(.eh_frame*) }
  . = ALIGN(0x1000) + (. & 0xfff);
  .data : { *(.data*) }
  .bss : { *(.bss*) *(COMMON) }
  /DISCARD/ : { *(.note*) *(.comment*) }
}
"""
# What each is: the compiler, its package, how it compiles, how it links.
WAYS = [
    ("gcc", "gcc", ["-O0"], ["-Wl,-Ttext-segment=0x08048000"]),
    ("gcc", "gcc", ["-O2", "-g"], ["-Wl,-Ttext-segment=0x08048000,-z,noseparate-code,--build-id"]),
    ("gcc", "gcc", ["-O1", "-fomit-frame-pointer"], ["-Wl,-T,SCRIPT,--build-id=none"]),
    ("gcc", "gcc", ["-Os"], ["-Wl,-Ttext-segment=0x10000000,-z,max-page-size=65536"]),
    ("clang", "clang and lld", ["-O0"], ["-fuse-ld=lld", "-Wl,--image-base=0x08048000"]),
    ("clang", "clang and lld", ["-O2"],
     ["-fuse-ld=lld", "-Wl,--image-base=0x08048000,-z,separate-code,--no-rosegment"]),
]


def compiler_run(way, source, path):
    """Compiles and links SOURCE in WAY."""
    compiler, _, compile_flags, link = way
    link = [word.replace("SCRIPT", str(path.parent / "script")) for word in link]
    target = ["--target=i386-linux-gnu"] if compiler == "clang" else []
    return subprocess.run([compiler, *target, *FLAGS, *compile_flags, *LINK, *link, "-o", str(path),
                           str(source)], text=True, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL)


def available(place, way):
    """Can this machine make programs in WAY at all?"""
    trial = place / "trial.c"
    trial.write_text("void _start(void) {}\n")
    return shutil.which(way[0]) and compiler_run(way, trial, place / "trial").returncode == 0


def build(place, number, way):
    """The program made in WAY; its path."""
    path = place / f"foreign-{number}"
    expect_status(compiler_run(way, SOURCE, path), 0, f"{way} to build it")
    return path


with folder() as where:
    place = pathlib.Path(where)
    (place / "script").write_text(SCRIPT)
    made, missing = [], set()
    for number, way in enumerate(WAYS):
        if available(place, way):
            made.append(build(place, number, way))
        else:
            missing.add(way[1])
    if not made:
        skip(f"there is no other compiler: install {' or '.join(sorted(missing))}")
    words = [word for path in made for word in ("--put", f"{path}:{path.name}")]
    words += ["--timeout", "60", "--", "-q"]
    for path in made:
        words += ["run", f"{path.name} first second"]
    run = tool("scripts/pageturner", *SHORT, *VARIANT, *words, timeout=90)
    expect_status(run, 0, "all of them to run")
    for path in made:
        expect(f"foreign: all is well in {path.name}\n" in run.stdout, f"{path.name} to be well", run)
        expect(re.search(rf"^{path.name}: exit\(0\)$", run.stdout, re.M), f"{path.name} to end", run)
    print(f"made in {len(made)} ways" + "".join(f"; not with {name}" for name in sorted(missing)))
