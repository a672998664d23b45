# SPDX-License-Identifier: MIT
# The cache of shadow tables takes the faults that a model of it, written apart from it, says it must.
#
# The model knows reuse's trace (virt/guest/reuse.c), and of the cache only what a policy is: which tables there are, how
# full, whether each is marked, and where the hand stands.  It has no page tables.  What a guest does besides it has roughly (its
# directories, its own code and stack, what its start left).  That is all one to fifo; clock with batches, in a cache that is
# hardly larger than what is hot, is thrown off by a single table more: there one table of limit makes up to a seventh of the faults.
# @tier: full
from guestslib import boot, record
from ptlib import vmm
from toolslib import expect

ACCESSES, SEED = 30000, 5
REGIONS, HOT, PAGES = 256, 16, 512  # as the guest has them
BATCH_LOW, BATCH_HIGH = 5, 25       # as DESIGN: room for so many, once there is none for so few
PINNED = 3                          # directories in use
LEFT = 13                           # tables left from before the guest turned paging on
OWN = "own"                         # the table of the guest's code, data and stack, and how many of its pages each access uses
OWN_PAGES = 4
TOLERANCE = {"fifo": 0.02, "clock": 0.15}
POINTS = [(mode, pages, how) for mode in ("random", "scan") for pages in (64, 128)
          for how in ("fifo create none", "clock fill none", "clock fill parent")]


class Trace:
    """The regions and pages that the guest accesses, in order."""

    def __init__(self, mode):
        self.state, self.mode, self.scan_at = SEED, mode, 0
        self.hot = [n * (REGIONS // HOT) + n % 7 for n in range(HOT)]

    def below(self, limit):
        """The guest's pseudo-random number, 0 to LIMIT - 1."""
        x = self.state
        x ^= x << 13 & 0xffffffff
        x ^= x >> 17
        x ^= x << 5 & 0xffffffff
        self.state = x
        return x * limit >> 32

    def cold(self):
        """The next region that is not hot."""
        while True:
            if self.mode == "scan":
                region = self.scan_at % REGIONS
                self.scan_at += 1
            else:
                region = self.below(REGIONS)
            if region not in self.hot:
                return region

    def next(self):
        """A region and a page of it."""
        hot = self.below(100) < 90
        region = self.hot[self.below(HOT)] if hot else self.cold()
        page = self.below(PAGES)
        self.below(1024)  # the word
        return region, page


class Cache:
    """Tables by name in a ring, with a hand; counts the faults."""

    def __init__(self, pages, how):
        policy, mark, age = how.split()
        self.limit, self.clock, self.on_fill, self.ageing = pages - PINNED, policy == "clock", mark == "fill", age != "none"
        self.ring, self.hand, self.faults = list(range(-LEFT, 0)), 0, 0
        self.tables = {name: {"filled": set(), "mark": True, "accessed": False} for name in self.ring}

    def touch(self, name, page):
        """The guest uses PAGE through table NAME."""
        table = self.tables.get(name)
        if table is None:
            if self.limit - len(self.ring) < BATCH_LOW:
                self._make_room()
            table = self.tables[name] = {"filled": set(), "mark": True, "accessed": False}
            self.ring.insert(self.hand, name)
            self.hand += 1
        table["accessed"] = True
        if page not in table["filled"]:
            table["filled"].add(page)
            table["mark"] |= self.on_fill
            self.faults += 1

    def _spared(self, table):
        used = table["mark"] or self.ageing and table["accessed"]
        table["mark"] = table["accessed"] = False
        return self.clock and used

    def _make_room(self):
        while self.limit - len(self.ring) < BATCH_HIGH:
            self.hand %= len(self.ring)
            if self._spared(self.tables[self.ring[self.hand]]):
                self.hand += 1
            else:
                del self.tables[self.ring.pop(self.hand)]


def foretold(mode, pages, how):
    """The faults that the trace must take."""
    trace, cache = Trace(mode), Cache(pages, how)
    for _ in range(ACCESSES):
        region, page = trace.next()
        for own in range(OWN_PAGES):
            cache.touch(OWN, own)
        cache.touch(region, page)
    return cache.faults


def command(mode, pages, how):
    """vmm's, for a point."""
    policy, mark, age = how.split()
    return (f"vmm -quiet -json -limit 60 -shadow=cache -pages {pages} -evict {policy} -mark {mark} -age {age} -room batch "
            f"-m 40960 g-reuse mode={mode} seed={SEED} accesses={ACCESSES} pages={PAGES}")


said = boot([command(*point) for point in POINTS], mem=96, timeout=300)
for point, part in zip(POINTS, said):
    took = vmm.between(record(part), 1, 3)["faults"]
    want = foretold(*point)
    print(*point, took, f"{took / want - 1:+.1%}")
    expect(abs(took - want) <= TOLERANCE[point[2].split()[0]] * want, f"about {want} faults for {point}", part.text)
