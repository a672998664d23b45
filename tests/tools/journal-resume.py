# SPDX-License-Identifier: MIT
# A journal that a run was cut off in keeps all that was whole, and all that is added later.
import pathlib

from ptlib.journal import Journal
from toolslib import expect, folder

with folder() as directory:
    path = pathlib.Path(directory) / "runs.jsonl"
    first = Journal(path)
    first.append({"n": 1})
    with open(path, "a", encoding="utf-8") as out:
        out.write('{"n": 2, "why": "cut o')
    again = Journal(path)
    expect(again.read() == [{"n": 1}], "the whole record", again.read())
    again.append({"n": 3})
    expect(again.read() == [{"n": 1}, {"n": 3}], "what was added after the cut", again.read())
    expect(Journal(path, fresh=True).read() == [], "nothing in a fresh one", path.read_text()
           if path.exists() else "")
