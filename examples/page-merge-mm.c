/* SPDX-License-Identifier: MIT
 * Workload: 1 MB sorted in 8 chunks by children, all at once, each in a mapping of its file, then
 * merged.
 *
 * @sources: examples/lib/merge.c examples/lib/arc4.c
 */
#include <syscall.h>
#include "examples/lib/merge.h"

int main(void)
{
    merge_sort("child-sort-mm", true);
    return EXIT_SUCCESS;
}
