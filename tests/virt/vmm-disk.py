# SPDX-License-Identifier: MIT
# A guest reads and writes vmm's disk, which is a file; what it may not reach is refused.
import pathlib
import struct

from guestslib import boot
from toolslib import expect, folder

SECTORS = 11


def content(value):
    """A disk whose sector N holds VALUE(N) in every word."""
    return b"".join(struct.pack("<I", value(n) & 0xffffffff) * 128 for n in range(SECTORS))


with folder() as directory:
    disk, after = pathlib.Path(directory) / "disk", pathlib.Path(directory) / "after"
    disk.write_bytes(content(lambda n: n))
    none, some, absent = boot(["vmm g-disk", "vmm -disk disk g-disk", "vmm -disk none g-disk"],
                              puts=[(str(disk), "disk")], gets=[("disk", str(after))])
    expect(none.status == 0 and "no disk" in none.text, "a machine without a disk", none)
    expect(some.status == 0 and f"{SECTORS} sectors" in some.text, "the disk to be used", some)
    expect(absent.status == 65 and "disk none: cannot be opened" in absent.text, "no such file to be refused", absent)
    expect(after.read_bytes() == content(lambda n: ~n), "the file to hold what the guest wrote")
