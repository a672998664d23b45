# SPDX-License-Identifier: MIT
# --put and --get carry files into the file system and out of it, without and with a boot from it.
import json
import pathlib

from toolslib import expect, expect_status, folder, tool

with folder() as place:
    source = pathlib.Path(place) / "source.txt"
    source.write_text("".join(f"line {n}\n" for n in range(3000)))
    for boot in ([], ["--disk"]):
        copy = pathlib.Path(place) / "copy.txt"
        run = tool("scripts/pageturner", *boot, "--put", f"{source}:in.txt", "--get",
                   f"out.txt:{copy}", "--", "-q", "run", "cp in.txt out.txt")
        expect_status(run, 0, f"cp between --put and --get {boot}")
        expect(copy.read_bytes() == source.read_bytes(), "the same bytes back", copy.stat().st_size)
        copy.unlink()

    # A file that is not there: the run failed, and the other files come all the same.
    record = pathlib.Path(place) / "run.json"
    run = tool("scripts/pageturner", "--put", f"{source}:in.txt", "--get", f"no-such:{place}/x",
               "--get", f"in.txt:{copy}", "--json", record, "--", "-q")
    expect_status(run, 1, "--get of a file that is not there")
    expect("--get no-such: " in run.stderr and "Traceback" not in run.stderr, "the name", run)
    expect(copy.read_bytes() == source.read_bytes(), "the file that is there", copy.stat().st_size)
    expect(json.loads(record.read_text())["outcome"] == "not got", "a record", record.read_text())
    run = tool("scripts/pageturner", "--get", f"no-such:{place}/x", "--timeout", "0.1", "--", "-q",
               "run", "page-linear")
    expect_status(run, 12, "--get after a run that hit its time limit")
