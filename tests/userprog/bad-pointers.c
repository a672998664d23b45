/* SPDX-License-Identifier: MIT
 * Every pointer of every system call, by the kernel's own table, as null, unmapped, in the kernel,
 * at the end of user space, wrapping, read-only, guarded, or good in its first byte alone: calls 0
 * to 19 end the process, the others say -EFAULT.  (Those on machines do with one: see
 * virt/vcpu-pointers.)  First by one process; then by 20 at once whose
 * memory is more than there is, and none of which loses a byte.
 *
 * @mem: 4
 * @swap: 16
 * @kind: user
 * @options: -quiet
 * @actions: run bad-pointers
 * @output: ^\(crowd\) 20 processes at once$
 * @kstat: vm.frames_user == 0
 * @kstat: vm.swap_slots_used == 0
 * @kstat: vm.pages_promised == 0
 * @matrix: jitter=1..10
 * @sample: 1
 */
#include <errno.h>
#include <mman.h>
#include <stdio.h>
#include <string.h>
#include <syscall-nr.h>
#include <unistd.h>
#include "tests/lib.h"
#include "tests/userprog/bads.h"
#include "tests/userprog/calls.h"
#include "tests/userprog/crowd.h"

#define SURVIVED 99

static char buffer[100];
static int file, directory;
static unsigned tried;

/* What an argument of kind KIND is used for; 0: it is no pointer that the call follows. */
static unsigned use_of(const char *kind)
{
    return strncmp(kind, "in", 2) == 0 && kind[2] == ' ' ? READ
           : strncmp(kind, "out", 3) == 0                ? WRITE
           : strncmp(kind, "name", 4) == 0               ? TEXT
           : strncmp(kind, "string", 6) == 0             ? TEXT
                                                         : 0;
}

static bool may_be_null(const char *kind)
{
    const char *end = strchr(kind, ','), *or_0 = strstr(kind, " or 0");
    return or_0 != NULL && (end == NULL || or_0 < end);
}

/* Something that the call could work with. */
static uint32_t good(unsigned number, const char *name, const char *kind)
{
    static char *const words[] = {"nothing", NULL};
    if (strncmp(kind, "in array", 8) == 0)
        return (uintptr_t)words;
    if (strncmp(kind, "name", 4) == 0 || strncmp(kind, "string", 6) == 0)
        return (uintptr_t) "nothing";
    if (use_of(kind) != 0)
        return (uintptr_t)buffer;
    if (strncmp(kind, "fd", 2) == 0)
        return number == SYS_READDIR ? directory : file;
    if (strncmp(kind, "pid", 3) == 0)
        return -1;
    return strncmp(name, "size", 4) == 0 ? sizeof buffer : 0;
}

static uint32_t args[1 + CALL_ARGS_MAX]; /* The call that is being tried. */

/* In a child, as the process ends. */
static void expect_end(const char *what, const struct bad *bad)
{
    int status;
    pid_t pid = crowd_fork();
    if (pid == 0) {
        call_raw(args);
        exit(SURVIVED);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    REQUIRE(WIFSIGNALED(status), "%s of %s: %s: the status is %#x", what, call_name(args[0]),
            bad->name, status);
}

static void expect_error(const char *what, const struct bad *bad)
{
    int result = call_raw(args);
    bool odd = bad->address % 4 != 0 && (args[0] == SYS_FUTEX_WAIT || args[0] == SYS_FUTEX_WAKE);
    if ((result == -ENOMEM && crowded) || (result < 0 && call_is_of_machine(args[0])))
        return;
    REQUIRE(result == (odd ? -EINVAL : -EFAULT), "%s of %s: %s: the result is %d", what,
            call_name(args[0]), bad->name, result);
}

static void try_argument(unsigned number, unsigned which, const char *what)
{
    struct call_arg all[CALL_ARGS_MAX];
    unsigned count = call_args(number, all);
    unsigned use = use_of(all[which].kind);
    for (unsigned i = 0; i < BADS; i++) {
        if (number == SYS_FUTEX_WAKE && bads[i].address / TEST_PAGE == GUARD / TEST_PAGE)
            continue; /* It does not look at the word. */
        if (!(bads[i].uses & use) || (bads[i].address == 0 && may_be_null(all[which].kind)))
            continue;
        args[0] = number;
        for (unsigned k = 0; k < count; k++)
            args[1 + k] = good(number, all[k].name, all[k].kind);
        args[1 + which] = bads[i].address;
        (number <= SYS_INUMBER ? expect_end : expect_error)(what, &bads[i]);
        tried++;
    }
}

static void try_call(unsigned number)
{
    struct call_arg all[CALL_ARGS_MAX];
    unsigned count = call_args(number, all);
    for (unsigned i = 0; i < count; i++)
        if (use_of(all[i].kind) != 0)
            try_argument(number, i, all[i].name);
}

/* One of many: the calls that return all, and some of those that end a process. */
static void one_of_many(unsigned which)
{
    for (unsigned number = 0; call_name(number) != NULL; number++)
        if (number > SYS_INUMBER || number % CROWD == which)
            try_call(number);
}

int main(void)
{
    make_file("sample", 8192, 1);
    file = open_file("sample");
    directory = open("/");
    bads_lay_ground('x');
    for (unsigned number = 0; call_name(number) != NULL; number++)
        try_call(number);
    CHECK(tried > 300, "%u bad pointers", tried);
    int fd = open("sample");
    CHECK(fd == directory + 1, "no descriptor was left open");
    crowd_run(one_of_many);
    return EXIT_SUCCESS;
}
