/* SPDX-License-Identifier: MIT
 * Prints more than the serial port, the host's pipe and every buffer between hold.  Run by
 * serial_slow_reader.py, which checks that all of it arrives.
 * @kind: helper
 */
#include <stdio.h>

#include "tests/ktest.h"

KTEST(burst)
{
    for (int i = 0; i < 2000; i++)
        printf("line %d of the burst ....................\n", i);
}
