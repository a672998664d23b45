/* SPDX-License-Identifier: MIT
 * Numbers, sizes and flags that are negative or huge, for every such argument of every system call
 * by the kernel's own table: a buffer of such a size ends the process, in calls from 20 on they are
 * errors, and nothing is left behind.  First by one process, then by 20 at once with memory full.
 *
 * @mem: 4
 * @swap: 16
 * @kind: user
 * @options: -quiet
 * @actions: run odd-sizes
 * @output: ^\(crowd\) 20 processes at once$
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.frames_user == 0
 */
#include <unistd.h>
#include "tests/lib.h"
#include "tests/userprog/calls.h"
#include "tests/userprog/crowd.h"

#define SURVIVED 99

static const uint32_t odd[] = {0x7fffffff, 0x80000000, 0x80000001, 0xc0000000,
                               0xfffff000, 0xfffffffe, 0xffffffff};

static char buffer[100];
static int file;

/* Something that the call could work with. */
static uint32_t good(const char *name, const char *kind)
{
    if (strncmp(kind, "fd", 2) == 0)
        return file;
    if (strncmp(kind, "name", 4) == 0)
        return (uintptr_t) "odd-file";
    if (kind[0] == 'o' || strncmp(kind, "in ", 3) == 0)
        return (uintptr_t)buffer;
    if (strncmp(kind, "pid", 3) == 0)
        return getpid();
    return strncmp(name, "length", 6) == 0        ? TEST_PAGE
           : strncmp(name, "protection", 10) == 0 ? 1
           : strncmp(name, "flags", 5) == 0       ? 2
           : strncmp(name, "start", 5) == 0       ? (uintptr_t)MAP_AREA
                                                  : 0;
}

/* Calls and arguments for which any number is as good as another, or means to sleep. */
static bool takes_any(unsigned number, const char *name)
{
    static const struct {
        unsigned number;
        const char *name;
    } any[] = {{SYS_EXIT, "status"},
               {SYS_SLEEP_MS, "ms"},
               {SYS_SEEK, "position"},
               {SYS_MUNMAP, "mapping"},
               {SYS_GETCWD, "size"},
               {SYS_FUTEX_WAKE, "count"},
               {SYS_THREAD_CREATE, "argument"},
               {SYS_THREAD_EXIT, "status"},
               {SYS_FUTEX_WAIT, "ms"}};
    for (unsigned i = 0; i < sizeof any / sizeof *any; i++)
        if (any[i].number == number && strncmp(name, any[i].name, strlen(any[i].name)) == 0)
            return true;
    return false;
}

/* In a child; how that ended. */
static int outcome(const uint32_t *args)
{
    int status;
    pid_t pid = crowd_fork();
    if (pid == 0)
        exit(call_raw(args) == 0 ? 0 : SURVIVED);
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    return status;
}

static void expect_refused(const uint32_t *args, const char *name, uint32_t value)
{
    if (args[0] > SYS_INUMBER) {
        int result = call_raw(args);
        /* A range of 2 GB may be unmapped, or mapped: no more is promised than the file has. */
        bool range = strncmp(name, "length", 6) == 0 && value < 0xa0000000;
        REQUIRE(result < 0 || range, "%s of %s is %#x: the result is %d", name, call_name(args[0]),
                value, result);
        return;
    }
    int status = outcome(args);
    bool buffers = args[0] == SYS_READ || args[0] == SYS_WRITE;
    bool good_end = buffers && value < (uintptr_t)USER_END - (uintptr_t)buffer;
    REQUIRE(good_end || (buffers ? WIFSIGNALED(status) : status == 0),
            "%s of %s is %#x: the status is %#x", name, call_name(args[0]), value, status);
}

/* In Pintos's calls 2 GB is no such number: a file may be that large, all holes. */
static unsigned try_argument(unsigned number, unsigned which)
{
    struct call_arg all[CALL_ARGS_MAX];
    uint32_t args[1 + CALL_ARGS_MAX] = {number};
    unsigned count = call_args(number, all);
    for (unsigned i = number <= SYS_INUMBER ? 1 : 0; i < sizeof odd / sizeof *odd; i++) {
        for (unsigned k = 0; k < count; k++)
            args[1 + k] = k == which ? odd[i] : good(all[k].name, all[k].kind);
        expect_refused(args, all[which].name, odd[i]);
    }
    return sizeof odd / sizeof *odd;
}

static unsigned try_call(unsigned number)
{
    struct call_arg all[CALL_ARGS_MAX];
    unsigned count = call_args(number, all), tried = 0;
    for (unsigned i = 0; i < count; i++) {
        bool is_number =
            strncmp(all[i].kind, "int", 3) == 0 || strncmp(all[i].kind, "unsigned", 8) == 0;
        if (is_number && !takes_any(number, all[i].name))
            tried += try_argument(number, i);
    }
    return tried;
}

static void one_of_many(unsigned which)
{
    for (unsigned number = 0; call_name(number) != NULL; number++)
        if (number > SYS_INUMBER || number % CROWD == which)
            try_call(number);
}

int main(void)
{
    unsigned tried = 0;
    make_file("sample", 1000, 1);
    file = open_file("sample");
    for (unsigned number = 0; call_name(number) != NULL; number++)
        tried += try_call(number);
    CHECK(tried > 140, "%u odd numbers", tried);
    crowd_run(one_of_many);
    CHECK(open("odd-file") == -1, "no file was made");
    CHECK(open("sample") == file + 1, "no descriptor was left open");
    char *end = sbrk(0);
    CHECK(end == sbrk(0) && filesize(file) == 1000, "nothing else has changed");
    return EXIT_SUCCESS;
}
