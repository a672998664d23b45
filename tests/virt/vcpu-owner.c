/* SPDX-License-Identifier: MIT
 * A machine belongs to the process that made it, in its present program: not to a child, and not
 * to the program that it runs next; and a virtual CPU to one thread at a time.
 * @cpu: qemu32,+svm
 * @sources: tests/virt/tiny.c
 */
#include <thread.h>
#include <unistd.h>
#include "tests/virt/tiny.h"

TINY_CODE32(endless, "1: jmp 1b");
TINY_CODE32(stop, "hlt");

static struct tiny t;
static struct vcpu_state room;

static int try_all(int vm, int vcpu)
{
    if (vcpu_create(vm) != -EPERM || vm_control(vm, VM_GET_COUNTERS, &room) != -EPERM)
        return 1;
    if (vcpu_control(vcpu, VCPU_GET_STATE, &room) != -EPERM)
        return 2;
    return vcpu_run(vcpu, &t.run) != -EPERM ? 3 : 0;
}

static void test_child(void)
{
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork");
    if (pid == 0)
        exit(try_all(t.vm, t.vcpu));
    int status = wait(pid);
    REQUIRE(status == 0, "the child's call %d worked", status);
    tiny_start32(&t, stop);
    tiny_run_to_halt(&t);
    msg("not a child's");
}

/* In a child of its own, as it ends here. */
static void test_next_program(void)
{
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork");
    if (pid == 0) {
        struct tiny own;
        tiny_make(&own, VM_MODE_VTLB);
        char numbers[2] = {'0' + own.vm, '0' + own.vcpu};
        char *argv[] = {"vcpu-owner", numbers, NULL};
        char text[3] = {numbers[0], numbers[1], 0};
        argv[1] = text;
        REQUIRE(own.vm < 10 && own.vcpu < 10, "descriptors");
        execve("vcpu-owner", argv);
        exit(9);
    }
    int status = wait(pid);
    CHECK(status == 0, "not the next program's");
}

static volatile int other_done;

static void run_endless(void *arg)
{
    static struct vcpu_run run;
    run.deadline_ns = 1000000ull * (unsigned)arg;
    other_done = vcpu_run(t.vcpu, &run) == 0 && run.exit == VCPU_EXIT_TIME ? 1 : -1;
}

static void test_two_threads(void)
{
    tiny_start32(&t, endless);
    int tid = thread_start(run_endless, (void *)2000);
    REQUIRE(tid > 0, "thread_start");
    unsigned busy = 0;
    while (other_done == 0) {
        busy += vcpu_control(t.vcpu, VCPU_GET_STATE, &room) == -EBUSY;
        sleep_ms(10);
    }
    REQUIRE(other_done == 1, "the endless guest did not come back at its deadline");
    CHECK(busy > 5, "one thread at a time, while an endless guest shares the CPU");
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return try_all(argv[1][0] - '0', argv[1][1] - '0');
    tiny_make(&t, VM_MODE_VTLB);
    test_child();
    test_next_program();
    test_two_threads();
    return 0;
}
