# SPDX-License-Identifier: MIT
# The runner tells every kind of ending apart, by its exit status and in words.
import json

from toolslib import expect, expect_status, fake, folder

ENDINGS = [
    (("boot", "pass", "off"), 0, "passed", ""),
    (("boot", "fail", "off"), 1, "failed", "non-zero"),
    (("refuse",), 1, "refused", "refused to boot: Unknown action 'refuse'."),
    (("boot", "panic"), 10, "panic", "PANIC at tests/tools/fake.c:1"),
    (("boot", "mute"), 10, "panic", "fake.elf 0x100020"),
    (("boot", "reset"), 11, "reset", "triple fault"),
    (("boot", "hang"), 12, "timeout", "not finished after 2 s"),
]

with folder() as place:
    for words, status, outcome, message in ENDINGS:
        report = f"{place}/{outcome}.json"
        seconds = "2" if outcome == "timeout" else "60"
        run = fake(*words, options=("--timeout", seconds, "--json", report))
        expect_status(run, status, " ".join(words))
        expect(message in run.stderr, f"`{message}` on standard error", run)
        with open(report, encoding="utf-8") as text:
            record = json.load(text)
        expect(record["outcome"] == outcome, f"outcome {outcome} in --json", record)
        expect(record["booted"] == ("boot" in words), "--json to say whether it booted", record)
