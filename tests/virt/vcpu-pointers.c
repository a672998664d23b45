/* SPDX-License-Identifier: MIT
 * Every pointer of every call on a machine that is really there, also those inside the structures,
 * in all the ways of userprog/bad-pointers: -EFAULT, and the machine runs on.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include <unistd.h>
#include "tests/userprog/bads.h"
#include "tests/virt/tiny.h"

#define MAPPED 0x100000 /* Where a slot for the dirty log lies in the guest's memory. */

static struct tiny t;
static unsigned tried;

TINY_CODE32(halts, "1: hlt; jmp 1b");

enum call { VM, VCPU, RUN, DIRTY, IDLE, RESIDENT };

/* What goes to the kernel and what comes back.  Content that a call reads before it writes has to
 * be good: then only what can be read is a case. */
static const struct {
    const char *name;
    enum call call;
    unsigned op, uses;
} calls[] = {
    {"VM_SET_SLOT", VM, VM_SET_SLOT, READ},
    {"VM_GET_DIRTY", VM, VM_GET_DIRTY, READ},
    {"VM_SET_CACHE", VM, VM_SET_CACHE, READ},
    {"VM_GET_CACHE", VM, VM_GET_CACHE, WRITE},
    {"VM_GET_COUNTERS", VM, VM_GET_COUNTERS, WRITE},
    {"VM_IDLE", VM, VM_IDLE, READ},
    {"VM_RECLAIM", VM, VM_RECLAIM, READ | WRITE},
    {"VCPU_GET_STATE", VCPU, VCPU_GET_STATE, WRITE},
    {"VCPU_SET_STATE", VCPU, VCPU_SET_STATE, READ},
    {"VCPU_INTERRUPT", VCPU, VCPU_INTERRUPT, READ},
    {"VCPU_TRANSLATE", VCPU, VCPU_TRANSLATE, READ | WRITE},
    {"vcpu_run", RUN, 0, READ | WRITE},
    {"the bitmap of VM_GET_DIRTY", DIRTY, VM_GET_DIRTY, WRITE},
    {"the bitmap of VM_IDLE", IDLE, VM_IDLE, WRITE},
    {"the other bitmap of VM_IDLE", RESIDENT, VM_IDLE, WRITE},
};

static int make_call(enum call call, unsigned op, uintptr_t address)
{
    static uint32_t bitmap[4];
    void *p = test_address(address);
    struct vm_dirty dirty = {.slot = 1, .bitmap = address};
    struct vm_idle idle = {.slot = 1, .action = VM_IDLE_ASK, .bitmap = address};
    switch (call) {
    case VM:
        return vm_control(t.vm, op, p);
    case VCPU:
        return vcpu_control(t.vcpu, op, p);
    case RUN:
        return vcpu_run(t.vcpu, p);
    case DIRTY:
        return vm_control(t.vm, op, &dirty);
    case RESIDENT:
        idle.bitmap = (uintptr_t)bitmap;
        idle.resident_bitmap = address;
        return vm_control(t.vm, op, &idle);
    default:
        return vm_control(t.vm, op, &idle);
    }
}

static void try_call(unsigned i)
{
    for (unsigned k = 0; k < BADS; k++) {
        bool text = bads[k].address == (uintptr_t)test_msg;
        if (!(bads[k].uses & calls[i].uses) || (text && calls[i].uses & READ) ||
            (calls[i].call == RESIDENT && bads[k].address == 0))
            continue;
        int result = make_call(calls[i].call, calls[i].op, bads[k].address);
        REQUIRE(result == -EFAULT, "%s: %s: the result is %d", calls[i].name, bads[k].name, result);
        tried++;
    }
}

/* A slot where there is no user memory is refused. */
static void try_slots(void)
{
    static const uint32_t places[] = {0xbffff000, 0xc0000000, 0xc0100000, 0xf8000000, 0xfffff000};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        struct vm_slot slot = {.slot = 2, .gpa = 0x200000, .size = 0x2000, .uaddr = places[i]};
        int result = vm_control(t.vm, VM_SET_SLOT, &slot);
        REQUIRE(result == -EINVAL, "a slot at %#x: the result is %d", places[i], result);
    }
}

int main(void)
{
    bads_lay_ground(0);
    tiny_make(&t, VM_MODE_CACHE);
    tiny_start32(&t, halts);
    struct vm_slot slot = {
        .slot = 1, .flags = VM_SLOT_LOG_DIRTY, .gpa = MAPPED, .size = TEST_PAGE, .uaddr = GROUND};
    CHECK(vm_control(t.vm, VM_SET_SLOT, &slot) == 0, "a slot");
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        try_call(i);
    try_slots();
    CHECK(tried > 150, "%u bad pointers", tried);
    tiny_run_to_halt(&t);
    return EXIT_SUCCESS;
}
