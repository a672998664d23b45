# SPDX-License-Identifier: MIT
# Files of records, a line of JSON each, by which a long run goes on where it was stopped.
"""A journal is only ever appended to: only the line that an interrupted run was writing is not whole."""
import json
import threading


def records(lines):
    """The records in LINES of JSON; a line that is none, as an interrupted run leaves, is passed over."""
    found = []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return found


class Journal:
    """The file at PATH.  FRESH: emptied first.  Threads may append at the same time."""

    def __init__(self, path, fresh=False):
        self.path, self.lock = path, threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        elif path.exists() and path.read_bytes()[-1:] not in (b"", b"\n"):
            with open(path, "ab") as out:
                out.write(b"\n")  # so that what comes next is no part of the line that was cut off

    def read(self):
        """Its records, from the first on."""
        if not self.path.exists():
            return []
        return records(self.path.read_text(encoding="utf-8").splitlines())

    def append(self, record):
        """Adds RECORD."""
        with self.lock, open(self.path, "a", encoding="utf-8") as out:
            out.write(json.dumps(record) + "\n")
