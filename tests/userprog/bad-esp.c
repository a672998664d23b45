/* SPDX-License-Identifier: MIT
 * A system call with a stack pointer under which its number or an argument cannot be read ends the
 * program.  First a case in a process each, then 20 processes at once with memory full, each with
 * many stack pointers that are no good, known and random.
 *
 * @mem: 4
 * @swap: 16
 * @output: ^\(crowd\) 20 processes at once$
 * @kstat: vm.frames_user == 0
 * @kstat: vm.pages_promised == 0
 */
#include <random.h>
#include <syscall-nr.h>
#include "tests/userprog/bads.h"
#include "tests/userprog/crowd.h"
#include "tests/userprog/pointers.h"

/* Enters the kernel with ESP as the stack pointer. */
static void call_with(void *esp)
{
    int result;
    asm volatile("movl %%esp, %%ebx; movl %1, %%esp; int $0x30; movl %%ebx, %%esp"
                 : "=a"(result)
                 : "r"(esp)
                 : "ebx", "memory");
}

/* NUMBER at the end of the mapped page, and its arguments, which are not there. */
static void call_at_border(unsigned number, int words_there)
{
    unsigned *esp = (unsigned *)map_border() - words_there;
    esp[0] = number;
    for (int i = 1; i < words_there; i++)
        esp[i] = 1;
    call_with(esp);
}

static void at_null(void)
{
    call_with(NULL);
}

static void at_unmapped(void)
{
    call_with(UNMAPPED);
}

static void in_kernel(void)
{
    call_with(KERNEL_ADDRESS);
}

static void at_top(void)
{
    call_with((void *)0xfffffffe);
}

static void across_phys_base(void)
{
    *(unsigned short *)(USER_END - 2) = SYS_EXIT;
    call_with(USER_END - 2);
}

static void across_page(void)
{
    char *border = map_border();
    *(unsigned short *)(border - 2) = SYS_EXIT;
    call_with(border - 2);
}

static void exit_without_status(void)
{
    call_at_border(SYS_EXIT, 1);
}

static void write_without_size(void)
{
    call_at_border(SYS_WRITE, 3);
}

static void exit_below_phys_base(void)
{
    *(unsigned *)(USER_END - 4) = SYS_EXIT;
    call_with(USER_END - 4);
}

static const struct test_case cases[] = {
    {"null", at_null},
    {"unmapped", at_unmapped},
    {"kernel", in_kernel},
    {"top", at_top},
    {"phys-base", across_phys_base},
    {"page", across_page},
    {"exit", exit_without_status},
    {"write", write_without_size},
    {"exit-at-top", exit_below_phys_base},
};

/* Where nothing is mapped: between the heap and the stack, or in the kernel. */
static uintptr_t random_place(void)
{
    uint32_t r = random_ulong();
    return r >> 31 ? (uintptr_t)USER_END + (r & 0x3fffffff) : 0x50000000 + (r & 0x3fffffff);
}

static void expect_end_at(uintptr_t esp)
{
    int status;
    pid_t pid = crowd_fork();
    if (pid == 0) {
        call_with(test_address(esp));
        exit(EXIT_SUCCESS);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status), "esp %#x: the status is %#x",
            (unsigned)esp, status);
}

static void one_of_many(unsigned which)
{
    random_init(which + 1);
    for (unsigned i = which % 3; i < BADS; i += 3)
        if (bads[i].uses & READ)
            expect_end_at(bads[i].address);
    for (int i = 0; i < 8; i++)
        expect_end_at(random_place());
}

int main(int argc, char *argv[])
{
    int result = EXPECT_KILLED(cases);
    if (argc == 1) {
        bads_lay_ground(SYS_EXIT);
        crowd_run(one_of_many);
    }
    return result;
}
