# SPDX-License-Identifier: MIT
# What the scripts and the test harness share: images, emulators, transcripts.
"""Pageturner's host-side library (Python 3.9 or later, standard library only).

transcript  reads what a kernel said on its console
images      makes the disk images a run needs, and keeps them for the next run
machine     starts an emulator, follows its console and says how the run ended
tools       finds the programs this needs, or says which package has them
command     is what commands share: arguments, exit statuses, the progress line
journal     keeps records, by which a long run goes on where it was stopped
vmm         reads what the hypervisor's vmm said
"""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


class UsageError(Exception):
    """The caller asked for something that makes no sense: exit status 2."""
