# SPDX-License-Identifier: MIT
# The kernel's image takes up less than 192 kB, so that most of 4 MB is left to programs.
import re

from toolslib import expect, expect_status, tool

LIMIT = 192 // 4  # frames; frame 0 counts as the image's

run = tool("scripts/pageturner", "--mem", "4", "--", "-q")
expect_status(run, 0, "a kernel with nothing to do")
frames = int(re.search(r"^KSTAT vm\.frames_kernel_image (\d+)$", run.stdout, re.M)[1])
expect(frames - 1 <= LIMIT, f"at most {LIMIT} frames of kernel image", frames - 1)
