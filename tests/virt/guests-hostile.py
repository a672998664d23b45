# SPDX-License-Identifier: MIT
# A guest that does everything wrong ends as it must, is told of in one line, and hurts only itself: the kernel goes on
# with the next one, and keeps nothing of it.
from guestslib import boot
from toolslib import expect

# Mode of hostile: how vmm may end.
ENDS = {"entries": (0,), "ports": (0,), "msrs": (0,), "crs": (0,), "svm": (0,), "far": (0,), "code": (0,),
        "beyond": (68,), "triple": (67,), "loop": (71,), "leave": (71,), "halt": (70,), "gdt": (67,), "stack": (67,), "task": (67, 69),
        "root": (67, 68), "kernel-code": (67, 68)}


def check(mode):
    """All that can be wrong, under MODE."""
    options = {"loop": "-limit 1", "leave": "-limit 1 -cpus 2"}  # Which nothing else ends.
    commands = [f"vmm -shadow={mode} {options.get(name, '-limit 30')} -m 4096 g-hostile mode={name} count=20 step=307"
                for name in ENDS]
    parts = boot([*commands, "echo fine"])
    for (name, ends), part in zip(ENDS.items(), parts):
        if name in options:
            expect("not finished after 1 s" in part.text, f"{name} to be ended", part.text)
        expect(part.status in ends, f"hostile mode={name} under {mode} to end with {ends}", part)
    expect(parts[-1].status == 0, "the kernel to go on", parts[-1])
    left = parts.result.said.counters
    expect(left["vm.frames_user"] == 0 and left["vm.pages_promised"] == 0, "nothing left behind", left)


if __name__ == "__main__":
    check("cache")
