/* SPDX-License-Identifier: MIT
 * An executable that ends early, anywhere, is refused or does what is left of it; the kernel and
 * the others are not touched.
 */
#include "tests/userprog/image.h"

static struct image image;

/* Where it ends, and whether it can still run. */
static void try_length(size_t length, bool runs)
{
    pid_t pid = image_exec(&image, "cut", length);
    REQUIRE((pid != PID_ERROR) == runs, "%zu bytes: exec is %d", length, pid);
    if (runs) {
        int status = wait(pid);
        REQUIRE(status == 42, "%zu bytes: %d", length, status);
    }
}

int main(void)
{
    image_good(&image);
    for (size_t length = 0; length < 0x200; length += 7)
        try_length(length, false);
    msg("in the headers");
    for (size_t length = 0x200; length < 0x1100; length += 251)
        try_length(length, false);
    try_length(0x10ff, false);
    msg("in the segments");
    try_length(0x1100, true);
    try_length(0x1800, true);
    msg("whole");
    return EXIT_SUCCESS;
}
