/* SPDX-License-Identifier: MIT
 * A system call by a stack pointer under which only some of its arguments can be read ends the
 * process, for every call and every number of words; with exactly those that it has it goes on.
 * So do unknown numbers, however many words there are.
 *
 * @kind: user
 * @options: -quiet -nohalt
 * @actions: run bad-arguments
 */
#include <mman.h>
#include <unistd.h>
#include "tests/lib.h"
#include "tests/userprog/calls.h"

#define SURVIVED 99

static uint32_t *border; /* The end of what can be read. */

/* Makes call NUMBER with WORDS arguments, all 0, in a child; how that ended. */
static int outcome(uint32_t number, unsigned words)
{
    int status;
    pid_t pid = fork();
    REQUIRE(pid >= 0, "fork: %d", pid);
    if (pid == 0) {
        uint32_t *esp = border - 1 - words;
        for (unsigned i = 0; i < words; i++)
            esp[1 + i] = 0;
        esp[0] = number;
        call_raw(esp);
        exit(SURVIVED);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid, "waitpid");
    return status;
}

/* Does the call return when its arguments are 0? */
static bool returns(unsigned number)
{
    struct call_arg args[CALL_ARGS_MAX];
    if (strstr(call_table[number].result, "never") != NULL)
        return false;
    for (unsigned i = 0; i < call_args(number, args); i++)
        if (strchr("iosn", *args[i].kind) && strncmp(args[i].kind, "int", 3) != 0)
            return number > SYS_INUMBER; /* A null pointer, which ends it in Pintos's calls. */
    return true;
}

static unsigned try_call(unsigned number)
{
    struct call_arg args[CALL_ARGS_MAX];
    unsigned count = call_args(number, args);
    for (unsigned words = 0; words < count; words++) {
        int status = outcome(number, words);
        REQUIRE(WIFSIGNALED(status), "%s with %u of %u words: the status is %#x", call_name(number),
                words, count, status);
    }
    int status = outcome(number, count);
    REQUIRE(!returns(number) || status == W_EXITCODE(SURVIVED, 0),
            "%s with all %u words: the status is %#x", call_name(number), count, status);
    return count;
}

int main(void)
{
    static const uint32_t unknown[] = {CALLS, CALLS + 1, 255, 0x7fffffff, 0x80000000, 0xffffffff};
    unsigned words = 0;
    char *page =
        mmap2(NULL, 2 * TEST_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(mprotect(page + TEST_PAGE, TEST_PAGE, PROT_NONE) == 0, "mprotect");
    border = (uint32_t *)(page + TEST_PAGE);
    for (unsigned number = 0; call_name(number) != NULL; number++)
        words += try_call(number);
    CHECK(words > 60, "%u missing words", words);
    for (unsigned i = 0; i < sizeof unknown / sizeof *unknown; i++)
        for (unsigned n = 0; n < 7; n += 3)
            REQUIRE(WIFSIGNALED(outcome(unknown[i], n)), "call %#x with %u words", unknown[i], n);
    msg("unknown numbers");
    return EXIT_SUCCESS;
}
