/* SPDX-License-Identifier: MIT
 * Of the 895 frames of a 4 MB machine, a program has 800 resident at once: without a swap disk,
 * every page that it writes must stay.
 * @mem: 4
 * @swap: 0
 * @builds: release
 * @output: ^swap: no swap device: pages of programs stay in memory$
 * @kstat: vm.frames_total == 895
 * @kstat: vm.frames_user_max >= 800
 * @kstat: vm.swap_outs == 0
 * @kstat: vm.frames_kernel_image + vm.frames_kernel_heap + vm.frames_pagetables + vm.frames_user + vm.frames_cache + vm.frames_free == vm.frames_total
 */
#include "tests/lib.h"

#define PAGES 798 /* With text, .data and stack: 800 and more. */

static char memory[PAGES * TEST_PAGE];

int main(void)
{
    for (int i = 0; i < PAGES; i++)
        memory[i * TEST_PAGE] = i % 251;
    msg("wrote to %d pages", PAGES);
    for (int i = 0; i < PAGES; i++)
        REQUIRE(memory[i * TEST_PAGE] == (char)(i % 251), "page %d", i);
    return 0;
}
