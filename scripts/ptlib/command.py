# SPDX-License-Identifier: MIT
# What the scripts that people call share: lists in arguments, exit statuses, the progress line.
"""Command lines, and what they show meanwhile."""
import argparse
import re
import sys
import time

from . import UsageError, images, tools

PLAIN_SECONDS = 10  # between progress lines when nobody watches a terminal


def words(text):
    """The words of `a,b`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def numbers(text):
    """The ints of `4,5` or `1..10`."""
    out = []
    for word in text.split(","):
        span = re.fullmatch(r"(\d+)\.\.(\d+)", word)
        try:
            out += range(int(span[1]), int(span[2]) + 1) if span else [int(word)]
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{word} is not a number or A..B") from error
    return out


def leave(name, main, interrupted=""):
    """Ends the script NAME with the status of MAIN(): 2 for a usage error, 3 for a missing tool or image.

    INTERRUPTED is what to say if somebody stops it.
    """
    try:
        status = main()
    except UsageError as error:
        print(f"{name}: {error}", file=sys.stderr)
        status = 2
    except (tools.MissingTool, images.ImageError) as error:
        print(f"{name}: {error}", file=sys.stderr)
        status = 3
    except KeyboardInterrupt:
        if interrupted:
            print(f"\n{name}: interrupted: {interrupted}", file=sys.stderr)
        status = 130
    sys.exit(status)


class Progress:
    """A line that says how far something is: over and over on a terminal, now and then elsewhere."""

    def __init__(self, stream=None):
        self.stream = stream or sys.stdout
        self.live = self.stream.isatty()
        self.start = self.shown = time.monotonic()

    @property
    def seconds(self):
        """Since the beginning."""
        return time.monotonic() - self.start

    def show(self, line, now="", last=False):
        """Shows LINE, on a terminal with what happens NOW; LAST: elsewhere too, in any case."""
        if self.live:
            self.stream.write(f"\r\x1b[K{line}  {now}"[:100].rstrip())
        elif last or time.monotonic() - self.shown > PLAIN_SECONDS:
            self.stream.write(line + "\n")
            self.shown = time.monotonic()
        self.stream.flush()

    def clear(self):
        """Takes the line off a terminal, for something else to be printed."""
        if self.live:
            self.stream.write("\r\x1b[K")
