# SPDX-License-Identifier: MIT
# The parser takes from a transcript what is there, and nothing that is not.
from ptlib import transcript
from toolslib import expect

TEXT = """\
Pageturner: Pintos booting with 4,096 kB RAM...\r
Boot complete.\r
Executing 'page-linear':\r
(page-linear) begin
half a linepage-linear: exit(-1)
sh: exit(0)
(priority_donate) PASS
(other) FAIL: expected 3, got 4
KSTAT vm.evictions 164
KSTAT disk.hda1.sectors_read 18446744073709551615
 KSTAT not.a_counter 3
Kernel PANIC at vm/frame.c:12 in frame_free(): assertion `x' failed.
Call stack: 0xc0101234 0xc0105678.
Timer: 42 ticks
Outcome: panic
Powering off...
"""

said = transcript.parse(TEXT)
for what, seen, wanted in (
        ("booted", said.booted, True), ("powered_off", said.powered_off, True),
        ("programs", [s for _, s in said.programs], [-1, 0]),
        ("ktests", [k[:2] for k in said.ktests], [("priority_donate", "PASS"), ("other", "FAIL")]),
        ("why", said.ktests[1][2], "expected 3, got 4"),
        ("counters", said.counters, {"vm.evictions": 164,
                                     "disk.hda1.sectors_read": 18446744073709551615}),
        ("panic", said.panic[:31], "Kernel PANIC at vm/frame.c:12 i"),
        ("call stack", said.call_stack, ["0xc0101234", "0xc0105678"]),
        ("ticks", said.ticks, 42), ("outcome", said.outcome, "panic")):
    expect(seen == wanted, f"{what} {wanted!r}", repr(seen))

nothing = transcript.parse("")
expect(not nothing.booted and nothing.panic is None and nothing.counters == {}, "nothing", nothing)

LIST = "Kernel command line: [OPTION...] [ACTION...]\nOptions:\n  -h\tprint this list\n"
for text, wanted in (
        (f"-evict: the policies are a b\nOption '-evict': bad value 'c'.\n{LIST}Outcome: refused\n",
         "Option '-evict': bad value 'c'."),
        ("Pageturner: booting\n-swap=x: no such block device\nOutcome: refused\nPowering off...\n",
         "-swap=x: no such block device"),
        ("Pageturner needs a CPU with 4 MB pages.\n", "Pageturner needs a CPU with 4 MB pages."),
        ("Boot complete.\nOutcome: failed\n", None), ("", None)):
    said = transcript.parse(text)
    expect(said.refusal == wanted, f"the reason {wanted!r}", repr(said.refusal))
