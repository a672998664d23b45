# SPDX-License-Identifier: MIT
# A disk whose sectors need more than 28 bits: see big-disk.c.
import pathlib
import subprocess

from emulator import qemu
from toolslib import expect, folder, skip

with folder() as directory:
    image = pathlib.Path(directory) / "big.img"
    try:
        with open(image, "wb") as disk:
            disk.truncate(150 << 30)  # sparse
    except OSError as error:
        skip(f"no sparse file of 150 GB here: {error}")
    for mode in ("dma", "pio"):
        run = subprocess.run(
            qemu(f"-ide={mode} ktest big_disk", "-drive", f"file={image},format=raw,if=ide,cache=unsafe"),
            stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=60, check=False)
        expect("(big_disk) PASS" in run.stdout, f"{mode}: (big_disk) PASS", run.stdout)
