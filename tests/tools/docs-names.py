# SPDX-License-Identifier: MIT
# What the documents name is there: links, files, tests, mutants, targets of make.
import re

import cases
from ptlib import ROOT
from toolslib import expect

DOCUMENTS = sorted([ROOT / "README.md", ROOT / "tests" / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w.*{},-]+(?:/[\w.*{},-]+)*\.(?:c|h|S|py|md|lds|patch|pml|txt|build)")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)+/?")
STANDS_FOR_ANY = re.compile(r"\b(NAME|HOUSE|FILE|TIME)\b")
HYPHENATED = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
FENCED = re.compile(r"^```.*?^```|^    [^\n]*", re.M | re.S)
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")
TESTS = {case.test for case in cases.discover(["release", "debug"])}
HOUSES = {test.split("/")[0] for test in TESTS}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
SOURCES = [path for folder in ("devices", "docs", "examples", "filesys", "lib", "scripts", "tests",
                               "threads", "userprog", "virt", "vm")
           for path in (ROOT / folder).rglob("*")]
NAMES = {path.name for path in SOURCES}
STEMS = {path.stem for path in SOURCES}


def alternatives(name):
    """`a.{c,h}` is two names."""
    found = re.fullmatch(r"(.*)\{(.*)\}(.*)", name)
    return [found[1] + word + found[3] for word in found[2].split(",")] if found else [name]


def is_there(name, document):
    """Is NAME a file, by its path or, in a document that says where, by its name alone?"""
    if "/" not in name and "*" not in name:
        return name in NAMES or (ROOT / name).exists()
    folders = (ROOT, document.parent, *(ROOT / folder for folder in ("tests", "lib", "scripts", "tests/harness")))
    return any(any(folder.glob(name.rstrip("/"))) for folder in folders)


def wrong_names(document):
    """What DOCUMENT names that is not there."""
    whole = document.read_text(encoding="utf-8")
    text = FENCED.sub("", whole)
    commands = [*FENCED.findall(whole), *QUOTED.findall(text)]
    for target in (target for command in commands for target in TARGET.findall(command)):
        if target not in TARGETS:
            yield f"make {target}"
    for target in LINK.findall(text):
        if "://" not in target and not (document.parent / target).exists():
            yield f"the link to {target}"
    for quoted in QUOTED.findall(text):
        if document.name == "BUGS-FOUND.md" and HYPHENATED.fullmatch(quoted) and quoted not in STEMS:
            yield f"{quoted}, a test or mutant"
        for name in (n for word in quoted.split() for n in alternatives(word)):
            if name.startswith(("build/", "/", "<")) or STANDS_FOR_ANY.search(name):
                continue
            house = name.split("/")[0]
            if FILE.fullmatch(name) and not is_there(name, document):
                yield name
            elif PATH.fullmatch(name) and house in HOUSES and "." not in name and not is_there(name, document):
                pattern = re.compile(name.replace("*", ".*") + r"$")
                if not any(pattern.match(test) for test in TESTS):
                    yield f"{name}, a test"


wrong = [f"{document.relative_to(ROOT)}: {name}" for document in DOCUMENTS for name in wrong_names(document)]
expect(not wrong, "all that the documents name", "\n".join(wrong))
