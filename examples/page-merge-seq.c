/* SPDX-License-Identifier: MIT
 * Workload: 1 MB sorted in 8 chunks by children, one child at a time, then merged.
 *
 * @sources: examples/lib/merge.c examples/lib/arc4.c
 */
#include <syscall.h>
#include "examples/lib/merge.h"

int main(void)
{
    merge_sort("child-sort", false);
    return EXIT_SUCCESS;
}
