# SPDX-License-Identifier: MIT
# Makes the disk images a run needs, and keeps them for the next run.
"""Images are made once by the host tools, named by what is in them, and copied per run.

A copy is sparse, so starting a run costs a few milliseconds whatever the disks' sizes.
"""
import errno
import hashlib
import os
import subprocess
import time

from . import BUILD, UsageError
from .tools import host_tool

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None

STORE = BUILD / "images"
KEEP_SECONDS = 24 * 3600
_known = {}  # of filesys(), in this process: (variant, MB): (when what it is made of changed, path)
NAME_MAX = 14  # bytes of a file's name in the file system


class ImageError(Exception):
    """A host tool could not make, fill or read an image."""


def run(command):
    """Runs COMMAND; returns its output, or raises ImageError with what it said."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        line = " ".join(command)
        raise ImageError(f"`{line[:200]}` failed ({done.returncode}): {done.stdout.strip()}")
    return done.stdout


def tool(name, *args):
    """Runs the host tool NAME; returns its output, or raises ImageError with what it said."""
    return run([host_tool(name), *map(str, args)])


def disk_name(program):
    """What a program is called in the file system, whose names are short."""
    return program[:NAME_MAX]


def programs(variant):
    """What the build made for VARIANT to go on disks, as {name on disk: path}: the user programs, and
    the hypervisor's guests as g-NAME."""
    found = {}
    for folder, prefix in ("user", ""), ("guest", "g-"):
        folder = BUILD / variant / folder
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if not path.is_file() or path.suffix or not os.access(path, os.X_OK):
                continue
            name = disk_name(prefix + path.name)
            if name in found:
                raise ImageError(f"the programs {path.name} and {found[name].name} have the same"
                                 f" name on a disk, {name}: rename one ({NAME_MAX} bytes count)")
            found[name] = path
    return found


def copy_sparse(source, target):
    """Copies SOURCE to TARGET, leaving its holes holes."""
    with open(source, "rb") as src, open(target, "wb") as dst:
        size = os.fstat(src.fileno()).st_size
        dst.truncate(size)
        if not hasattr(os, "SEEK_DATA") or not hasattr(os, "copy_file_range"):
            _copy_nonzero(src, dst)
            return
        at = 0
        while at < size:
            try:
                start = os.lseek(src.fileno(), at, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:
                    break
                raise
            at = os.lseek(src.fileno(), start, os.SEEK_HOLE)
            _copy_range(src, dst, start, at)


def _copy_range(src, dst, start, end):
    src.seek(start)
    dst.seek(start)
    while start < end:
        piece = src.read(min(end - start, 1 << 20))
        if not piece:
            break
        dst.write(piece)
        start += len(piece)


def _copy_nonzero(src, dst):
    while True:
        piece = src.read(1 << 16)
        if not piece:
            break
        if piece.count(0) == len(piece):
            dst.seek(len(piece), os.SEEK_CUR)
        else:
            dst.write(piece)


def put_arguments(puts):
    """Checks (file, name) pairs and returns mkdisk's arguments for them."""
    arguments = []
    for path, name in puts:
        if not os.path.isfile(path):
            raise UsageError(f"--put: there is no file {path}")
        arguments += ["--put", f"{path}:{name}"]
    return arguments


def _stamp(arguments, files):
    digest = hashlib.sha256(repr(arguments).encode())
    for path in files:
        info = os.stat(path)
        digest.update(f"{path} {info.st_size} {info.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:20]


def stored(arguments, files):
    """Path of the image `mkdisk ARGUMENTS` makes from FILES, made only if it is not there."""
    maker = host_tool("mkdisk")
    STORE.mkdir(parents=True, exist_ok=True)
    image = STORE / f"{_stamp(arguments, [maker, *files])}.img"
    with open(STORE / "lock", "w") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if _touch(image):
            return image
        _drop_old()
        draft = image.with_suffix(".draft")
        draft.unlink(missing_ok=True)
        tool("mkdisk", "--out", draft, *arguments)
        draft.replace(image)
    return image


def _drop_old():
    limit = time.time() - KEEP_SECONDS
    for old in STORE.glob("*.img"):
        if old.stat().st_mtime < limit:
            old.unlink(missing_ok=True)


def filesys(variant, megabytes):
    """The stored file-system image with every program of VARIANT on it."""
    changed = _changed(variant)
    seen, image = _known.get((variant, megabytes), (None, None))
    if seen == changed and _touch(image):
        return image
    content = programs(variant)
    arguments = ["--filesys", str(megabytes)]
    arguments += put_arguments((str(path), name) for name, path in content.items())
    image = stored(arguments, [str(path) for path in content.values()])
    _known[variant, megabytes] = changed, image
    return image


def _changed(variant):
    """When the programs of VARIANT, or what makes images, last changed: the build replaces files, which
    changes their folder."""
    places = [BUILD / variant / "user", BUILD / variant / "guest", host_tool("mkdisk")]
    return [os.stat(place).st_mtime_ns for place in places if os.path.exists(place)]


def _touch(image):
    """Marks a stored image as used; false if it is gone."""
    try:
        os.utime(image)
    except OSError:
        return False
    return True


def swap(megabytes):
    """The stored image of a disk that is one swap partition."""
    return stored(["--swap", str(megabytes)], [])


def bootable(target, variant, megabytes, kernel, command_line, puts):
    """Makes TARGET a disk that boots KERNEL with COMMAND_LINE and holds all programs.

    KERNEL is an ELF file; the loader takes the flat image that the build makes beside it.
    """
    flat, loader = kernel.with_suffix(".bin"), kernel.parent / "loader.bin"
    content = [(str(path), name) for name, path in programs(variant).items()]
    overridden = {name for _, name in puts}
    content = [pair for pair in content if pair[1] not in overridden] + list(puts)
    tool("mkdisk", "--out", target, "--kernel", flat, "--loader", loader, "--args", command_line,
         "--filesys", megabytes, *put_arguments(content))


def put(image, puts):
    """Puts each (file, name) into the file system of IMAGE."""
    for path, name in puts:
        if not os.path.isfile(path):
            raise UsageError(f"--put: there is no file {path}")
        try:
            tool("imgcp", image, "put", path, name)
        except ImageError as error:
            raise UsageError(f"--put {path}:{name}: {error}") from error


def get(image, name, path):
    """Takes the file NAME out of IMAGE into PATH."""
    tool("imgcp", image, "get", name, path)
