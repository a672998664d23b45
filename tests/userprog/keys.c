/* SPDX-License-Identifier: MIT
 * Helper: reads five keys, then none, then three, and ends with 0 if they are "hello" and "abc".
 *
 * @kind: helper
 */
#include <string.h>
#include "tests/lib.h"

int main(void)
{
    char keys[8];
    REQUIRE(read(0, keys, 5) == 5 && memcmp(keys, "hello", 5) == 0, "the first five");
    REQUIRE(read(0, keys, 0) == 0, "none");
    REQUIRE(read(0, keys, 3) == 3 && memcmp(keys, "abc", 3) == 0, "three more");
    return EXIT_SUCCESS;
}
