/* SPDX-License-Identifier: MIT
 * A failed assertion in a program says where and why, and ends it with status 1.
 * @exit: 1
 * @output: ABORT at tests/lib/user-abort\.c:15 in deeper\(\): assertion `n < 3' failed\.$
 * @output: ^Call stack: 0x80[0-9a-f]+ 0x80[0-9a-f]+ 0x80[0-9a-f]+\b.*\.$
 * @output: ^user-abort: exit\(1\)$
 */
#include <debug.h>
#include <stdio.h>

int main(int argc, char *argv[]);

static NO_INLINE int deeper(int n)
{
    ASSERT(n < 3);
    return n;
}

int main(int argc, char *argv[])
{
    return deeper(argc + 2) + 1;
}
