/* SPDX-License-Identifier: MIT
 * The stack grows as it is used, far and in steps, and keeps what is on it.
 *
 * @kstat: vm.stack_growths > 100
 */
#include "tests/lib.h"

/* Uses 8 kB at each depth and looks at it on the way back. */
static NO_INLINE int deep(int depth)
{
    volatile unsigned char here[8000];
    for (size_t i = 0; i < sizeof here; i += 100)
        here[i] = pattern(i, depth);
    int below = depth > 0 ? deep(depth - 1) : 0;
    for (size_t i = 0; i < sizeof here; i += 100)
        REQUIRE(here[i] == pattern(i, depth), "depth %d, byte %zu", depth, i);
    return below + 1;
}

int main(void)
{
    CHECK(deep(400) == 401, "400 deep");
    return EXIT_SUCCESS;
}
