/* SPDX-License-Identifier: MIT
 * Each interrupt given to a guest arrives exactly once: while it takes them, while it does not yet,
 * where its table and stack must be brought in first, right after STI before HLT.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 * @matrix: icount=0,3
 * @sample: 1
 */
#include "tests/virt/tiny.h"

TINY_CODE32(count, "1: incl 0x500; jmp 1b");
TINY_CODE32(closed, "movl $0, 0x500; outb %al, $1; sti; nop; nop; cli; hlt");
TINY_CODE32(idle, "1: sti; hlt; cli; incl 0x504; jmp 1b");
TINY_CODE32(handler, "incl 0x508; push (%esp); pop 0x50c; iret");
/* HLT is the first byte of a page that is not there yet. */
TINY_CODE32(at_border, "outb %al, $1; jmp . + 0x3ffd; .fill 0x3ff8, 1, 0x90; sti; hlt; cli; hlt");

#define VECTOR 0x30
#define HANDLER 0x1800

static void install(struct tiny *t)
{
    memcpy(t->memory + HANDLER, handler, handler_end - handler);
    tiny_vector32(t, VECTOR, HANDLER);
    *tiny_word(t, 0x504) = *tiny_word(t, 0x508) = 0;
}

static void give(struct tiny *t)
{
    uint32_t vector = VECTOR;
    int err = vcpu_control(t->vcpu, VCPU_INTERRUPT, &vector);
    REQUIRE(err == 0, "VCPU_INTERRUPT gave %d", err);
    err = vcpu_control(t->vcpu, VCPU_INTERRUPT, &vector);
    REQUIRE(err == -EBUSY, "a second one gave %d", err);
}

/* Its tables are taken away before each, so that the delivery itself faults. */
static void test_taken(struct tiny *t)
{
    struct vm_slot slot = {.size = TINY_SIZE, .uaddr = (uintptr_t)t->memory};
    tiny_start32(t, count);
    install(t);
    t->state.eflags |= 0x200;
    tiny_set(t);
    for (unsigned i = 1; i <= 40; i++) {
        if (i % 2 == 0)
            vm_control(t->vm, VM_SET_SLOT, &slot);
        give(t);
        t->run.deadline_ns = 1;
        vcpu_run(t->vcpu, &t->run);
        REQUIRE(t->run.exit == VCPU_EXIT_TIME, "exit %u", t->run.exit);
        t->run.deadline_ns = 0;
        t->run.want_window = true;
        tiny_run(t, VCPU_EXIT_WINDOW);
        t->run.want_window = false;
        REQUIRE(*tiny_word(t, 0x508) == i, "%u interrupts after %u", *tiny_word(t, 0x508), i);
    }
    struct vm_counters c = tiny_counters(t);
    CHECK(c.injected == 40, "40 interrupts, each once");
}

static void test_closed(struct tiny *t)
{
    tiny_start32(t, closed);
    install(t);
    tiny_run(t, VCPU_EXIT_IO);
    REQUIRE(!t->run.can_interrupt, "it could be interrupted with interrupts off");
    give(t);
    tiny_run_to_halt(t);
    CHECK(*tiny_word(t, 0x508) == 1, "one that waited for STI");
}

static void test_window(struct tiny *t)
{
    tiny_start32(t, closed);
    install(t);
    tiny_run(t, VCPU_EXIT_IO);
    t->run.want_window = true;
    tiny_run(t, VCPU_EXIT_WINDOW);
    t->run.want_window = false;
    REQUIRE(t->run.can_interrupt && *tiny_word(t, 0x508) == 0, "the window is none");
    give(t);
    tiny_run_to_halt(t);
    CHECK(*tiny_word(t, 0x508) == 1, "one given in the window");
}

static void test_idle(struct tiny *t)
{
    tiny_start32(t, idle);
    install(t);
    tiny_run_to_halt(t);
    for (unsigned i = 1; i <= 20; i++) {
        REQUIRE(t->run.can_interrupt, "halted, and it cannot be interrupted");
        give(t);
        tiny_run_to_halt(t);
        REQUIRE(*tiny_word(t, 0x504) == i && *tiny_word(t, 0x508) == i, "woken %u times by %u",
                *tiny_word(t, 0x504), i);
    }
    msg("20 that woke it");
}

/* The guest is left between STI and HLT: HLT comes first all the same. */
static void test_border(struct tiny *t)
{
    tiny_start32(t, at_border);
    install(t);
    tiny_run(t, VCPU_EXIT_IO);
    give(t);
    tiny_run_to_halt(t);
    CHECK(*tiny_word(t, 0x508) == 1 && *tiny_word(t, 0x50c) == 0x5001,
          "one that waited for STI, and wakes from the HLT after it: return to 0x%x",
          *tiny_word(t, 0x50c));
}

/* With an argument: on an emulator that does not tell of STI's shadow at a fault's exit. */
int main(int argc, char *argv[] UNUSED)
{
    struct tiny t;
    tiny_make(&t, VM_MODE_VTLB);
    test_taken(&t);
    test_closed(&t);
    test_window(&t);
    test_idle(&t);
    if (argc == 1)
        if (argc == 1)
            test_border(&t);
    return 0;
}
