/* SPDX-License-Identifier: MIT
 * A program fills most of memory with the shadow pages of a guest, and idles: a program that needs
 * the memory gets it, and does not wait for its own pages to come and go; without swap it can be
 * promised it in the first place.  The guest then goes on.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 * @mem: 6
 * @matrix: swap=0,32
 * @kstat: virt.shrunk >= 300
 * @kstat: vm.swap_ins <= 200
 * @kstat: vm.oom_kills == 0
 * @kstat: vm.pages_kept == 0
 */
#include "tests/virt/hoard.h"

#define PAGES 500u
#define ROUNDS 6u

/* Needs PAGES pages, all the time. */
static int neighbour(void)
{
    static volatile uint32_t pages[PAGES][TEST_PAGE / 4];
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned i = 0; i < PAGES; i++) {
            REQUIRE(pages[i][i] == round * i, "page %u in round %u", i, round);
            pages[i][i] += i;
        }
    return 0;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return neighbour();
    struct hoard h;
    hoard_make(&h, VM_MODE_CACHE, 150, 2);
    struct vm_cache wish = {
        .pages = HOARD_MOST, .mark = VM_MARK_FILL, .age = VM_AGE_PARENT, .room = VM_ROOM_FULLEST};
    REQUIRE(vm_control(h.tiny.vm, VM_SET_CACHE, &wish) == 0, "VM_SET_CACHE");
    hoard_run(&h);
    unsigned had = tiny_counters(&h.tiny).shadow_pages;
    REQUIRE(had > 600, "only %u shadow pages", had);
    CHECK(run("tables-shrunk neighbour") == 0, "the neighbour got what it needed");
    unsigned left = tiny_counters(&h.tiny).shadow_pages;
    REQUIRE(left + 300 < had, "%u shadow pages of %u are left", left, had);
    hoard_run(&h);
    msg("the guest goes on");
    tiny_end(&h.tiny);
    return 0;
}
