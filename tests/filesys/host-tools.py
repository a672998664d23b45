# SPDX-License-Identifier: MIT
# mkdisk, imgcp and fsck: an image with files, there and back; what does not fit; what is damaged.
# @seconds: 60
import os
import pathlib
import random
import struct
import time

from ptlib import BUILD
from toolslib import expect, expect_status, folder, tool

HOST = BUILD / "host"


def run(name, *words, **more):
    """Runs one of the tools."""
    return tool(HOST / name, *words, python=False, **more)


def good(name, *words):
    """Runs one that has to succeed; returns its output."""
    done = run(name, *words)
    expect_status(done, 0, f"{name} {' '.join(map(str, words))}")
    return done.stdout


def refuse(status, sentence, name, *words):
    """Runs one that has to fail and say so."""
    done = run(name, *words)
    expect_status(done, status, f"{name} {' '.join(map(str, words))}")
    expect(sentence in done.stderr, f"{name} to say '{sentence}'", done)
    expect(f"{name}: " in done.stderr, "the program's name before its message", done)


def round_trip(room):
    """Files of awkward sizes go in and come out."""
    maker = random.Random(1)
    files = {f"f{size}": maker.randbytes(size) for size in (0, 1, 4095, 4096, 4097, 98304, 98305, 5000000)}
    puts = []
    for name, data in files.items():
        (room / name).write_bytes(data)
        puts += ["--put", f"{room / name}:in-{name}"]
    good("mkdisk", "--out", room / "disk.img", "--swap", "1", *puts)
    good("fsck", room / "disk.img")
    listing = good("imgcp", room / "disk.img", "ls")
    for name, data in files.items():
        expect(f"{len(data):10} " in listing and f" in-{name}\n" in listing, f"in-{name} in the list", listing)
        good("imgcp", room / "disk.img", "get", f"in-{name}", room / "out")
        expect((room / "out").read_bytes() == data, f"the bytes of {name} back")
    good("imgcp", room / "disk.img", "rm", "in-f5000000")
    good("imgcp", room / "disk.img", "put", room / "f4097", "in-f0")
    good("imgcp", room / "disk.img", "get", "in-f0", room / "out")
    expect((room / "out").read_bytes() == files["f4097"], "put to replace")
    expect("in-f5000000" not in good("imgcp", room / "disk.img", "ls"), "rm to remove")
    good("fsck", room / "disk.img")


def partitions(room):
    """The partition table, and the argument sectors."""
    (room / "kernel").write_bytes(b"K" * 1000)
    (room / "loader").write_bytes(b"L" * 300)
    good("mkdisk", "--out", room / "full.img", "--kernel", room / "kernel", "--loader", room / "loader",
         "--args", "run 'a b'", "--filesys", "2", "--scratch", "3", "--swap", "4")
    image = (room / "full.img").read_bytes()
    expect(image[:300] == b"L" * 300 and image[510:512] == b"\x55\xaa", "boot code and signature")
    entries = [struct.unpack_from("<B3sB3sII", image, 446 + 16 * i) for i in range(4)]
    expect([e[2] for e in entries] == [0x20, 0x21, 0x22, 0x23], "types 20 to 23", entries)
    expect([e[0] for e in entries] == [0x80, 0, 0, 0], "the kernel active", entries)
    expect([e[5] for e in entries] == [10, 4096, 6144, 8192], "the sizes in sectors", entries)
    start = entries[0][4] * 512
    expect(image[start:start + 22] == b"PTRNARGS\x09\0\0\0run 'a b'\0", "arguments", image[start:start + 22])
    expect(image[start + 4096:start + 5096] == b"K" * 1000, "the kernel after them")
    good("imgcp", room / "full.img", "args", "-q ls")
    image = (room / "full.img").read_bytes()
    expect(image[start:start + 22] == b"PTRNARGS\x05\0\0\0-q ls\0\0\0\0\0", "new arguments")
    allocated = os.stat(room / "full.img").st_blocks * 512
    expect(allocated < len(image) / 4, "a sparse file", allocated)


def refusals(room):
    """Mistakes and what does not fit."""
    disk = room / "disk.img"
    refuse(2, "--out IMAGE is missing", "mkdisk", "--filesys", "1")
    refuse(2, "nothing to put", "mkdisk", "--out", room / "x.img")
    refuse(2, "'12x': not a number of MB", "mkdisk", "--out", room / "x.img", "--swap", "12x")
    refuse(2, "at most 14 bytes", "mkdisk", "--out", room / "x.img", "--put", f"{room / 'f1'}:fifteen-letters")
    refuse(1, "the file system is full", "mkdisk", "--out", room / "x.img", "--filesys", "1",
           "--put", room / "f5000000")
    expect(not list(room.glob("x.img*")), "nothing left of an image that was not made")
    refuse(1, "there is no such file", "imgcp", disk, "get", "nowhere")
    refuse(1, "no kernel partition", "imgcp", disk, "args", "x")
    refuse(1, "the file system is full", "imgcp", room / "full.img", "put", room / "f5000000")
    refuse(2, "no such command", "imgcp", disk, "frob")
    refuse(2, "at most 4080 fit", "imgcp", room / "full.img", "args", "x" * 4081)
    refuse(1, "no disk image", "fsck", room / "f1")
    refuse(1, "neither a partition table", "fsck", room / "f98304")
    for name in ("mkdisk", "imgcp", "fsck"):
        expect(good(name, "--help").startswith(f"usage: {name} "), f"{name} --help to say how")


def damage(room):
    """fsck names what is wrong, and imgcp does not follow it."""
    image = bytearray((room / "full.img").read_bytes())
    base = struct.unpack_from("<I", image, 446 + 16 + 8)[0] * 512
    good("imgcp", room / "full.img", "put", room / "f98305", "file")
    image = bytearray((room / "full.img").read_bytes())
    inode_start = struct.unpack_from("<I", image, base + 32)[0]
    inode = base + inode_start * 4096 + 2 * 128
    struct.pack_into("<I", image, inode + 24, 400000)
    (room / "bad.img").write_bytes(image)
    done = run("fsck", room / "bad.img")
    expect_status(done, 1, "fsck of a damaged image")
    expect("inode 2: points to block 400000" in done.stdout, "the bad pointer named", done)
    refuse(1, "damaged", "imgcp", room / "bad.img", "get", "file", room / "out")
    struct.pack_into("<I", image, base + 16, 5)
    (room / "bad.img").write_bytes(image)
    expect("superblock: claims too few blocks (5)" in run("fsck", room / "bad.img").stdout, "superblock")


def speed(room):
    """A hundred programs in well under a second."""
    (room / "program").write_bytes(b"\x7fELF" + os.urandom(30000))
    puts = [word for i in range(100) for word in ("--put", f"{room / 'program'}:p{i}")]
    begin = time.monotonic()
    good("mkdisk", "--out", room / "many.img", *puts)
    taken = time.monotonic() - begin
    expect(taken < 1, "an image with 100 files in under a second", f"{taken:.2f} s")
    good("fsck", room / "many.img")


def main():
    """All of it in one folder."""
    with folder() as name:
        room = pathlib.Path(name)
        round_trip(room)
        partitions(room)
        refusals(room)
        damage(room)
        speed(room)


main()
