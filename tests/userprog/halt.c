/* SPDX-License-Identifier: MIT
 * halt powers the machine off, at once.
 *
 * @actions: run halt
 * @absent: Execution of .* complete
 * @absent: FAIL
 */
#include "tests/lib.h"

int main(void)
{
    halt();
    fail("the machine is still on");
}
