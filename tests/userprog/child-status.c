/* SPDX-License-Identifier: MIT
 * Helper: ends with the status that its argument says; with a second argument, by a bad access
 * instead.
 *
 * @kind: helper
 */
#include <stdlib.h>
#include "tests/lib.h"

int main(int argc, char *argv[])
{
    if (argc > 2)
        *(volatile char *)UNMAPPED = 0;
    return argc > 1 ? atoi(argv[1]) : 0;
}
