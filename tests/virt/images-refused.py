# SPDX-License-Identifier: MIT
# vmm refuses files that lie about what is in them, each with a line that says why; nothing of them runs.
import pathlib
import struct

from guestslib import boot
from toolslib import expect, folder

HEADER = struct.Struct("<16sHHIIIIIHHHHHH")
SEGMENT = struct.Struct("<8I")
IDENT = b"\x7fELF\1\1\1" + bytes(9)
MAGIC = 0x1badb002
ENTRY = 0x100000
HALT = b"\xfa\xf4"


def image(ident=IDENT, kind=2, machine=3, entry=ENTRY, phoff=52, phentsize=32, phnum=1, segment=(), magic=MAGIC, flags=3,
          checksum=None, cut=None):
    """A file that vmm loads, but for what is given."""
    checksum = -(magic + flags) % (1 << 32) if checksum is None else checksum
    code = HALT.ljust(4) + struct.pack("<III", magic, flags, checksum)
    values = dict(type=1, offset=84, vaddr=ENTRY, paddr=ENTRY, filesz=len(code), memsz=4096, flags=5, align=4)
    values.update(segment)
    header = HEADER.pack(ident, kind, machine, 1, entry, phoff, 0, 0, 52, phentsize, phnum, 0, 0, 0)
    return (header + SEGMENT.pack(*values.values()) + code)[:cut]


NO_ELF, SEGMENTS, NO_BOOT = "no ELF file", "table of segments", "no Multiboot header"
CASES = [
    (image(), 70, "halted, with nothing to wake it"),
    (b"", 65, "it is empty"),
    (image(cut=20), 65, "cut short"),
    (image(ident=b"\x7fELF\2\1\1" + bytes(9)), 65, NO_ELF),
    (image(machine=62), 65, NO_ELF),
    (image(kind=3), 65, "fixed addresses"),
    (image(phnum=0), 65, SEGMENTS),
    (image(phnum=65), 65, SEGMENTS),
    (image(phentsize=31), 65, SEGMENTS),
    (image(phoff=0xfffffff0), 65, SEGMENTS),
    (image(phnum=3), 65, SEGMENTS),
    (image(magic=MAGIC + 1), 65, NO_BOOT),
    (image(checksum=7), 65, NO_BOOT),
    (image(flags=0x8000), 65, NO_BOOT),
    (image(segment={"filesz": 5000}), 65, "not in the file"),
    (image(segment={"offset": 0xffffff00}), 65, "not in the file"),
    (image(segment={"filesz": 16, "memsz": 8}), 65, "not in the file"),
    (image(segment={"paddr": 0}), 65, "the first 4 kB"),
    (image(segment={"paddr": 0xfffff000}), 65, "needs memory"),
    (image(segment={"memsz": 0xffffffff}), 65, "needs memory"),
    (image(segment={"paddr": 0x3ff000, "memsz": 4097}), 65, "needs memory"),
    (image(entry=ENTRY + 4096), 65, "entry is in no segment"),
    (image(segment={"type": 4}), 65, "entry is in no segment"),
    (HALT, 70, "halted, with nothing to wake it"),
    (HALT * 312000, 65, "too long for a flat one"),
]

with folder() as directory:
    puts = []
    for number, (content, _, _) in enumerate(CASES):
        path = pathlib.Path(directory) / f"guest{number}"
        path.write_bytes(content)
        puts.append((str(path), path.name))
    names = [name for _, name in puts] + ["none", "/"]
    parts = boot([f"vmm {name}" for name in names], puts=puts)

for (_, status, sentence), part in zip([*CASES, (b"", 65, "no such file"), (b"", 65, "no such file")], parts):
    expect(part.status == status and sentence in part.text, f"`{sentence}`, status {status}", part)
