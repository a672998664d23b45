/* SPDX-License-Identifier: MIT
 * Every call on machines and virtual CPUs with what it must refuse.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include <unistd.h>
#include "tests/virt/tiny.h"

static struct tiny t;
/* Of the last bytes of user space, and where a page ends that nothing follows. */
static void *const bad[] = {NULL, (void *)0xc0100000, (void *)0xbffffffe, (void *)0xfffffff0,
                            (void *)0x20101234};

static void expect(int result, int wanted, const char *what, unsigned i)
{
    REQUIRE(result == wanted, "%s, case %u: %d instead of %d", what, i, result, wanted);
}

static void test_pointers(void)
{
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        expect(vcpu_run(t.vcpu, bad[i]), -EFAULT, "vcpu_run", i);
        for (unsigned op = VM_SET_SLOT; op <= VM_RECLAIM; op++)
            if (op != VM_GET_CACHE)
                expect(vm_control(t.vm, op, bad[i]), -EFAULT, "vm_control", op * 10 + i);
        for (unsigned op = VCPU_GET_STATE; op <= VCPU_TRANSLATE; op++)
            expect(vcpu_control(t.vcpu, op, bad[i]), -EFAULT, "vcpu_control", op * 10 + i);
    }
    msg("bad pointers");
}

static void test_operations(void)
{
    static const unsigned ops[] = {0, 100, 0x80000000, 0xffffffff};
    char room[512];
    memset(room, 0, sizeof room);
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
        expect(vm_control(t.vm, ops[i], room), -EINVAL, "vm_control", i);
        expect(vcpu_control(t.vcpu, ops[i], room), -EINVAL, "vcpu_control", i);
        if (ops[i] != 0)
            expect(vm_create(ops[i]), -EINVAL, "vm_create", i);
    }
    uint32_t vector = 256;
    expect(vcpu_control(t.vcpu, VCPU_INTERRUPT, &vector), -EINVAL, "a vector", 256);
    struct vcpu_translate translate = {.access = 0x100};
    expect(vcpu_control(t.vcpu, VCPU_TRANSLATE, &translate), -EINVAL, "an access", 0x100);
    msg("bad operations");
}

static void test_descriptors(void)
{
    char room[512];
    int pipes[2], file = open("vcpu-bad-input");
    REQUIRE(pipe(pipes) == 0 && file >= 0, "a pipe and a file");
    const int fds[] = {-1, 0, 1, 1023, 1024, 0x7fffffff, file, pipes[0], t.vcpu};
    for (unsigned i = 0; i < sizeof fds / sizeof *fds; i++) {
        expect(vcpu_create(fds[i]), -EBADF, "vcpu_create", i);
        expect(vm_control(fds[i], VM_GET_COUNTERS, room), -EBADF, "vm_control", i);
        int fd = fds[i] == t.vcpu ? t.vm : fds[i];
        expect(vcpu_control(fd, VCPU_GET_STATE, room), -EBADF, "vcpu_control", i);
        expect(vcpu_run(fd, (struct vcpu_run *)room), -EBADF, "vcpu_run", i);
    }
    expect(read(t.vm, room, 1), -1, "read", 0);
    expect(write(t.vcpu, room, 1), -1, "write", 0);
    expect(filesize(t.vm), -1, "filesize", 0);
    struct tiny other;
    tiny_make(&other, VM_MODE_VTLB);
    close(other.vm);
    expect(vm_control(other.vm, VM_GET_COUNTERS, room), -EBADF, "closed", 0);
    expect(vcpu_control(other.vcpu, VCPU_GET_STATE, room), 0, "its virtual CPU", 0);
    close(other.vcpu);
    expect(vcpu_control(other.vcpu, VCPU_GET_STATE, room), -EBADF, "closed", 1);
    msg("bad descriptors");
}

/* Numbers that are out of range, and what this mode or slot has not. */
static void test_values(void)
{
    static uint32_t bits[2][TINY_SIZE / 4096 / 32 + 1];
    struct vm_dirty dirty = {VM_SLOTS, (uintptr_t)bits[0]};
    expect(vm_control(t.vm, VM_GET_DIRTY, &dirty), -EINVAL, "the log of slot", dirty.slot);
    dirty.slot = 0;
    expect(vm_control(t.vm, VM_GET_DIRTY, &dirty), -EINVAL, "no log", 0);
    struct vm_idle idle = {VM_SLOTS, VM_IDLE_MARK, (uintptr_t)bits[0], (uintptr_t)bits[1]};
    expect(vm_control(t.vm, VM_IDLE, &idle), -EINVAL, "idle pages of slot", idle.slot);
    idle.slot = 0;
    idle.action = VM_IDLE_ASK + 1;
    expect(vm_control(t.vm, VM_IDLE, &idle), -EINVAL, "an action", idle.action);
    idle.action = VM_IDLE_ASK;
    expect(vm_control(t.vm, VM_IDLE, &idle), 0, "idle pages", 0);
    idle.bitmap = 0xc0100000;
    expect(vm_control(t.vm, VM_IDLE, &idle), -EFAULT, "idle pages into the kernel", 0);
    idle.bitmap = (uintptr_t)bits[0];
    idle.resident_bitmap = 0xc0100000;
    expect(vm_control(t.vm, VM_IDLE, &idle), -EFAULT, "resident pages into the kernel", 0);
    struct vm_cache cache = {.pages = 32};
    expect(vm_control(t.vm, VM_SET_CACHE, &cache), -EINVAL, "a cache that is none", 0);
    expect(vm_control(t.vm, VM_GET_CACHE, &cache), -EINVAL, "a cache that is none", 1);
    struct tiny cached;
    tiny_make(&cached, VM_MODE_CACHE);
    memset(cache.policy, 'x', sizeof cache.policy); /* It does not end. */
    expect(vm_control(cached.vm, VM_SET_CACHE, &cache), -EINVAL, "a policy's name", 0);
    tiny_end(&cached);
    msg("bad values");
}

TINY_CODE32(stop, "hlt");

/* What no CPU could be in is refused, and the state stays. */
static void test_states(void)
{
    static const struct {
        uint32_t cr0, cr4, eflags;
        uint64_t efer;
    } states[] = {
        {.cr0 = 0x80000010},
        {.cr0 = 0x20000011},
        {.cr0 = 0x11, .cr4 = 0x200},
        {.cr0 = 0x11, .cr4 = 0x80000000},
        {.cr0 = 0x11, .efer = 0x1000},
        {.cr0 = 0x11, .efer = 0x100},
        {.cr0 = 0x11, .efer = 1ull << 40},
        {.cr0 = 0x10, .eflags = 0x20002},
    };
    tiny_start32(&t, stop);
    for (unsigned i = 0; i < sizeof states / sizeof *states; i++) {
        struct vcpu_state s = t.state;
        s.cr0 = states[i].cr0;
        s.cr4 = states[i].cr4;
        s.efer = states[i].efer;
        s.eflags = states[i].eflags;
        expect(vcpu_control(t.vcpu, VCPU_SET_STATE, &s), -EINVAL, "state", i);
    }
    tiny_run_to_halt(&t);
    msg("bad states");
}

/* The same with PAE's directory pointers, for which memory is looked at. */
static void test_pointers_of_pae(void)
{
    struct vcpu_state before, after;
    tiny_start32(&t, stop);
    uint32_t vector = 0x30;
    expect(vcpu_control(t.vcpu, VCPU_INTERRUPT, &vector), 0, "an interrupt", vector);
    expect(vcpu_control(t.vcpu, VCPU_GET_STATE, &before), 0, "before", 0);
    *tiny_word(&t, 0x9008) = 0x1e7; /* Reserved bits. */
    struct vcpu_state s = {.eip = 0x1234, .eflags = 0x46, .cr0 = 0x80000011, .cr3 = 0x9000};
    memset(s.regs, 0x55, sizeof s.regs);
    s.cr4 = 0x20;
    expect(vcpu_control(t.vcpu, VCPU_SET_STATE, &s), -EINVAL, "directory pointers", 0);
    expect(vcpu_control(t.vcpu, VCPU_GET_STATE, &after), 0, "after", 0);
    REQUIRE(memcmp(&before, &after, sizeof before) == 0, "a refused state was set in part");
    expect(vcpu_control(t.vcpu, VCPU_INTERRUPT, &vector), -EBUSY, "the interrupt waits", vector);
    tiny_run_to_halt(&t);
    *tiny_word(&t, 0x9008) = 0;
    expect(vcpu_control(t.vcpu, VCPU_SET_STATE, &s), 0, "good ones", 0);
    s.cr3 = 0x10000000;
    expect(vcpu_control(t.vcpu, VCPU_SET_STATE, &s), 0, "none", 0);
    msg("bad directory pointers");
}

int main(void)
{
    tiny_make(&t, VM_MODE_VTLB);
    test_pointers();
    test_operations();
    test_values();
    test_descriptors();
    test_states();
    test_pointers_of_pae();
    return 0;
}
