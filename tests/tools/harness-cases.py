# SPDX-License-Identifier: MIT
# The harness reads parameters, expands and samples matrices, and refuses what it does not know.
import pathlib

import cases
import execute
from toolslib import expect

PATH = pathlib.Path("tests/vm/example.c")
TEXT = """/* SPDX-License-Identifier: MIT
 * An example.
 * @mem: 4
 * @matrix: evict=clock,fifo,random ul=367,495 rs=1..10
 * @kstat: vm.evictions <= 164
 * @kstat: vm.swap_ins <= 3
 */
int main(void) { return 0; }
"""

given = cases.parameters(PATH, TEXT)
expect(given["mem"] == "4" and len(given["kstat"]) == 2, "the parameters", given)
case, = cases._of_file(PATH, TEXT, given, cases._kind(PATH, TEXT, given))
expect(case.kind == "user" and case.test == "vm/example", "a user test", case)
every = cases.points(case)
expect(len(every) == 60, "60 points", len(every))
few = cases.expand(case, False)
expect(len(few) == 2 and len({c.point["evict"] for c in few}) == 2,
       "a sample of two with two policies", [c.id for c in few])
expect([c.id for c in few] == [c.id for c in cases.expand(case, False)], "the same sample again")
expect(len(cases.expand(case, True)) == 60, "all of them with --full")
one, = cases._select_one([case], "vm/example[evict=fifo,ul=495,rs=7]", False)
expect(one.point == {"evict": "fifo", "ul": "495", "rs": "7"}, "the point that was named", one)
expect("boot/smoke" in one.after, "every boot to come after the smoke test", one.after)

# A house is its fast tier; a test that is named is meant.
long = cases.Case("vm", "long", "user", PATH, {"tier": "full"})
names = [c.name for c in cases.select([case, long], ["vm"], False)]
expect(set(names) == {"example"}, "the fast tier of a house", names)
for targets, full in (["vm/long"], False), (["vm"], True):
    names = [c.name for c in cases.select([case, long], targets, full)]
    expect("long" in names, f"the long test of {targets}, full: {full}", names)

# A value may be left out, and every kernel run with more options.
with_dash = cases.Case("vm", "dash", "user", PATH, {"matrix": ["jitter=-,1..10"], "sample": "1"})
plain, = cases.expand(with_dash, False)
expect(plain.point == {"jitter": "-"}, "the sample without the option", plain)
expect("-jitter=-" not in execute._arguments(plain, 1), "no option", execute._arguments(plain, 1))
more = cases.run_with([plain, one, cases.Case("vm", "cost", "user", PATH, {"plain": "yes"}),
                       cases.Case("host", "list", "host", PATH, {})], "evict=clock jitter=3")
expect([c.name for c in more] == ["dash", "example"], "neither the plain one nor the host's", more)
words = execute._arguments(more[0], 1)
expect("-evict=clock" in words and "-jitter=3" in words, "both options", words)
words = execute._arguments(more[1], 1)
expect("-evict=fifo" in words and "-evict=clock" not in words, "the point's own policy", words)
expect(more[0].key != plain.key, "another key", more[0].key)
expect(more[1].again == f"make check T='{one.id}' WITH='jitter=3'",
       "the command that runs it so again", more[1].again)

for text, word in (("/* @colour: red */", "colour"), ("/* @mem: 4\n * @mem: 5 */", "twice")):
    try:
        cases.parameters(PATH, text)
        expect(False, f"{text} to be refused")
    except cases.BadTest as error:
        expect(word in str(error), f"{word} in the message", error)
try:
    cases._select_one([case], "vm/exampel", False)
    expect(False, "an unknown test to be refused")
except cases.BadTest as error:
    expect("vm/exampel" in str(error), "the name in the message", error)
