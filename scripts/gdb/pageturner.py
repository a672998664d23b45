# SPDX-License-Identifier: MIT
# gdb commands that know the kernel's structures.
"""Loaded by scripts/gdb/attach.py (`make gdb`); `help pageturner` lists the commands."""
import os

import gdb

KERNEL_BASE = 0xC0000000
PAGE = 4096
PTE_FLAGS = ((1, "P"), (2, "W"), (4, "U"), (0x20, "A"), (0x40, "D"), (0x80, "4M"), (0x100, "G"))


def value(expression):
    """The value of EXPRESSION, or a gdb.GdbError that names it."""
    try:
        result = gdb.parse_and_eval(expression)
        result.fetch_lazy()  # Finds out now whether its memory is there.
        return result
    except gdb.error as error:
        raise gdb.GdbError(f"cannot evaluate {expression}: {error}") from error


def container(elem, type_name, member):
    """The struct TYPE_NAME around the list element ELEM."""
    kind = gdb.lookup_type(f"struct {type_name}")
    offset = next(f.bitpos // 8 for f in kind.fields() if f.name == member)
    return (elem.cast(gdb.lookup_type("char").pointer()) - offset).cast(kind.pointer())


def elements(head):
    """The elements of a struct list, each a pointer to struct list_elem."""
    elem, end = head["head"]["next"], head["tail"].address
    seen = set()
    while elem != end and int(elem) and int(elem) not in seen:
        seen.add(int(elem))
        yield elem
        elem = elem["next"]


def name(enum, number):
    """The name of a NUMBER of struct members that hold an enum in a few bits, without its prefix."""
    return str(number.cast(gdb.lookup_type(f"enum {enum}"))).split("_", 1)[-1].lower()


def word(physical):
    """The 32-bit word at a physical address."""
    memory = gdb.selected_inferior().read_memory(KERNEL_BASE + physical, 4)
    return int.from_bytes(bytes(memory), "little")


class Help(gdb.Command):
    """Commands that know Pageturner's structures.

    pt-threads                     every thread: state, priority, what it waits for
    pt-list LIST TYPE MEMBER       the structs on a list
    pt-pagedir [PAGEDIR]           the mapped pages of a page directory (default: CR3's)
    pt-pte ADDRESS [PAGEDIR]       the page-table entries of one address
    pt-frames [COUNT]              frames that hold a page of a program or a file
    pt-page MPAGE                  one logical page and its mappers
    pt-stack THREAD                backtrace of a thread that does not run
    """

    def __init__(self):
        super().__init__("pageturner", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        print(self.__doc__)


class Threads(gdb.Command):
    """pt-threads: every thread (its struct's address first), its state, priority, its wait."""

    def __init__(self):
        super().__init__("pt-threads", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        for elem in elements(value("'thread.c'::all_list")):
            thread = container(elem, "thread", "all_elem").dereference()
            status = str(thread["status"]).replace("THREAD_", "").lower()
            print(f"{int(thread.address):#010x} tid {int(thread['tid']):<3}"
                  f" {thread['name'].string():<16} {status:<8}"
                  f" priority {int(thread['priority']):<2} {self.waits(thread)}")

    @staticmethod
    def waits(thread):
        """What a blocked thread waits for."""
        try:
            return f"wait {thread['wait']}" if "BLOCKED" in str(thread["status"]) else ""
        except gdb.error:
            return ""


class List(gdb.Command):
    """pt-list LIST TYPE MEMBER: the structs on a list.

    pt-list 'thread.c'::all_list thread all_elem
    """

    def __init__(self):
        super().__init__("pt-list", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        words = argument.rsplit(None, 2)  # keeps the quotes that LIST may need
        if len(words) != 3:
            raise gdb.GdbError("usage: pt-list LIST TYPE MEMBER")
        head = value(words[0])
        if head.type.code == gdb.TYPE_CODE_PTR:
            head = head.dereference()
        count = 0
        for elem in elements(head):
            item = container(elem, words[1], words[2])
            print(f"{int(item):#010x} {item.dereference()}")
            count += 1
        print(f"{count} elements")


def directory(argument):
    """Physical address of the page directory ARGUMENT names, or of CR3's."""
    if not argument:
        return int(value("$cr3")) & ~0xFFF
    given = int(value(argument)) & 0xFFFFFFFF
    return given - KERNEL_BASE if given >= KERNEL_BASE else given


def flags(entry):
    """The flag letters of a page-table entry."""
    return " ".join(letter for bit, letter in PTE_FLAGS if entry & bit)


class PageDirectory(gdb.Command):
    """pt-pagedir [PAGEDIR]: the mapped ranges of a page directory (default: CR3's)."""

    def __init__(self):
        super().__init__("pt-pagedir", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        run = None
        for va, pa, entry in self.pages(directory(argument)):
            size = 0x400000 if entry & 0x80 else PAGE
            if run and va == run[0] + run[3] and pa == run[1] + run[3] and flags(entry) == run[2]:
                run[3] += size
                continue
            self.show(run)
            run = [va, pa, flags(entry), size]
        self.show(run)

    @staticmethod
    def pages(root):
        """(virtual, physical, entry) of each mapping."""
        for i in range(1024):
            pde = word(root + 4 * i)
            if not pde & 1:
                continue
            if pde & 0x80:
                yield i << 22, pde & 0xFFC00000, pde
                continue
            for j in range(1024):
                pte = word((pde & ~0xFFF) + 4 * j)
                if pte & 1:
                    yield i << 22 | j << 12, pte & ~0xFFF, pte

    @staticmethod
    def show(run):
        """Prints one run of like mappings."""
        if run:
            print(f"{run[0]:#010x}..{run[0] + run[3] - 1:#010x} -> {run[1]:#010x}  {run[2]}")


class Pte(gdb.Command):
    """pt-pte ADDRESS [PAGEDIR]: the directory and table entries of one address."""

    def __init__(self):
        super().__init__("pt-pte", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        if not words:
            raise gdb.GdbError("usage: pt-pte ADDRESS [PAGEDIR]")
        va = int(value(words[0])) & 0xFFFFFFFF
        pde = word(directory(words[1] if len(words) > 1 else "") + (va >> 22) * 4)
        print(f"directory entry {pde:#010x}  {flags(pde)}")
        if pde & 1 and not pde & 0x80:
            pte = word((pde & ~0xFFF) + (va >> 12 & 1023) * 4)
            print(f"table entry     {pte:#010x}  {flags(pte)}")


class Frames(gdb.Command):
    """pt-frames [COUNT]: the frames that hold a page (all, or the first COUNT)."""

    def __init__(self):
        super().__init__("pt-frames", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        limit = int(value(argument)) if argument else 1 << 30
        frames = value("frames")
        shown = 0
        for index in range(int(value("'palloc.c'::max_frame"))):
            frame = frames[index]
            if not int(frame["page"]):
                continue
            page = frame["page"].dereference()
            print(f"frame {index:5} {name('frame_use', frame['use']):<5} pins {int(frame['pins'])}"
                  f" mpage {int(frame['page']):#010x} {name('mpage_kind', page['kind'])}"
                  f" {name('mpage_state', page['state']):<8} refs {int(page['refs'])}"
                  f" {'dirty' if int(page['dirty']) else 'clean'}")
            shown += 1
            if shown >= limit:
                break
        print(f"{shown} frames")


class Page(gdb.Command):
    """pt-page MPAGE: one logical page and those who map it."""

    def __init__(self):
        super().__init__("pt-page", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        page = value(f"*(struct mpage *)({argument})")
        print(page)
        mapper = page["mappers"]
        while int(mapper):
            print(f"  mapped by {mapper.dereference()}")
            mapper = mapper["next"]


def code_at(address):
    """The function and the line of a return address."""
    block = gdb.block_for_pc(address)
    while block and (not block.function or not block.superblock.is_static):
        block = block.superblock  # Out of what was inlined.
    place = gdb.find_pc_line(address - 1)
    where = f" {os.path.relpath(place.symtab.fullname())}:{place.line}" if place.symtab else ""
    return f"{block.function if block else '??'}{where}"


class Stack(gdb.Command):
    """pt-stack THREAD: the call stack of a thread that does not run (struct thread *)."""

    def __init__(self):
        super().__init__("pt-stack", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        if not argument:
            raise gdb.GdbError("usage: pt-stack THREAD")
        stack = int(value(f"((struct thread *)({argument}))->stack"))
        if stack <= KERNEL_BASE:
            raise gdb.GdbError(f"{argument} is no thread: pt-threads lists them")
        # switch.S leaves edi, esi, ebx, ebp and its return address on the stack.
        self.walk(stack + 12)

    @staticmethod
    def walk(frame):
        """Prints the calls whose saved ebp and return address lie at FRAME, and those above it."""
        memory = gdb.selected_inferior()
        for level in range(32):
            raw = bytes(memory.read_memory(frame, 8))
            above = int.from_bytes(raw[:4], "little")
            back = int.from_bytes(raw[4:], "little")
            if back < KERNEL_BASE:
                break
            print(f"#{level} {back:#010x} {code_at(back)}")
            if above <= frame:
                break
            frame = above


Help()
for command in (Threads, List, PageDirectory, Pte, Frames, Page, Stack):
    command()
print("Pageturner's commands: help pageturner")
