/* SPDX-License-Identifier: MIT
 * A guest whose memory is larger than the host's: its pages are swapped while it runs, and it reads
 * everywhere what it wrote.
 * @cpu: max
 * @matrix: shadow=vtlb,cache,npt
 * @sample: 1
 * @mem: 4
 * @options: -ul=200
 * @kstat: vm.swap_ins >= 100
 */
#include "tests/lib.h"

int main(void)
{
    int status = run("vmm -limit 60 -m 4096 g-reuse accesses=800 pages=6 cold=200 writes=20");
    CHECK(status == 0, "the guest passed");
    return 0;
}
