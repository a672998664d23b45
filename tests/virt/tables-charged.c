/* SPDX-License-Identifier: MIT
 * A machine's shadow pages count for its group, in each mode: with a limit of pages for a tenth of
 * them the guest goes on, with fewer at a time; nothing is charged any more when it has ended.  In
 * a group that has no room for a machine beside its program, vmm is told so.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 * @mem: 16
 * @kstat: virt.shrunk >= 2000
 * @kstat: vm.pages_kept == 0
 * @kstat: vm.oom_kills == 0
 */
#include "tests/virt/hoard.h"

#define LIMIT 96

static const char *const names[] = {
    [VM_MODE_VTLB] = "vtlb", [VM_MODE_CACHE] = "cache", [VM_MODE_NPT] = "npt"};

static unsigned count(const char *name)
{
    uint64_t value;
    REQUIRE(kstat_value(name, &value) == 0, "read %s", name);
    return value;
}

static unsigned tables(void)
{
    return count("vm.frames_pagetables");
}

static struct limits used(void)
{
    struct limits limits, is;
    REQUIRE(limit_get(&limits, &is) == 0, "limit_get");
    REQUIRE(is.pages_max <= LIMIT, "the group had %u pages", (unsigned)is.pages_max);
    return is;
}

/* A child with the limit runs a guest. */
static void child(enum vm_mode mode)
{
    struct hoard h;
    unsigned before = tables();
    hoard_make(&h, mode, 37, 7);
    struct vm_cache wish = {
        .pages = HOARD_MOST, .mark = VM_MARK_FILL, .age = VM_AGE_PARENT, .room = VM_ROOM_FULLEST};
    int err = vm_control(h.tiny.vm, VM_SET_CACHE, &wish);
    REQUIRE(err == 0 || mode != VM_MODE_CACHE, "VM_SET_CACHE gave %d", err);
    for (int i = 0; i < 2; i++) {
        hoard_run(&h);
        REQUIRE(tables() < before + LIMIT, "%u tables, %u before", tables(), before);
    }
    struct vm_counters c = tiny_counters(&h.tiny);
    unsigned with = used().pages_high;
    tiny_end(&h.tiny);
    REQUIRE(used().pages_high + 20 < with, "%u pages of %u are left", used().pages_high, with);
    CHECK(c.shrunk > 0, "%s: a guest of 1024 tables within %u pages", names[mode], LIMIT);
}

/* Machines that do nothing leave their program what it needs. */
static void try_many(void)
{
    int fd, made = 0;
    while ((fd = vm_create(VM_MODE_VTLB)) >= 0) {
        REQUIRE(count("vm.pages_kept") <= LIMIT - 16, "%d machines", made);
        made++;
    }
    REQUIRE(fd == -ENOMEM && made > 10, "vm_create number %d gave %d", made, fd);
}

int main(int argc, char *argv[])
{
    if (argc > 1) {
        const struct limits max = {.pages_max = LIMIT}, high = {.pages_high = LIMIT};
        REQUIRE(limit_set(argv[1][1] == 'h' ? &high : &max) == 0, "limit_set");
        if (argv[1][0] == '0')
            try_many();
        else
            child(argv[1][0] - '0');
        return 0;
    }
    CHECK(run("tables-charged 1m") == 0, "vtlb, at its group's `max'");
    CHECK(run("tables-charged 2m") == 0, "cache");
    CHECK(run("tables-charged 2h") == 0, "cache, above its group's `high'");
    CHECK(run("tables-charged 0m") == 0, "machines until the group has no more");
    CHECK(run("limits -m 18 vmm g-hello") == 69, "no room for a machine");
    CHECK(run("limits -H 20 vmm -limit 20 g-hello") == 0, "beyond a small group's `high'");
    CHECK(run("limits -m 40 vmm g-hello") == 0, "room for a small one");
    return 0;
}
