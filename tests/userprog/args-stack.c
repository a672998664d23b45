/* SPDX-License-Identifier: MIT
 * A program finds its arguments on the stack where the ABI has them: words split at runs of spaces,
 * a null pointer after the last, everything aligned and below the end of user space.
 */
#include <string.h>
#include "tests/lib.h"

/* ARGV comes with the words that _start() was entered with just below it. */
static void check_frame(int argc, char *argv[])
{
    unsigned *words = (unsigned *)argv;
    CHECK((unsigned)argv % 4 == 0, "argv is aligned");
    CHECK(argv[argc] == NULL, "argv[argc] is a null pointer");
    CHECK(words[-1] == (unsigned)argv, "argv lies below its array");
    CHECK(words[-2] == (unsigned)argc, "argc lies below argv");
    CHECK(words[-3] == 0, "the return address is 0");
    char *end = USER_END;
    for (int i = 0; i < argc; i++) {
        end -= strlen(argv[i]) + 1;
        REQUIRE(argv[i] == end, "argv[%d] is at %p, not %p", i, argv[i], end);
    }
    msg("the strings lie one below the other");
}

static void check_words(int argc, char *argv[])
{
    static const char *const words[] = {"one", "2", "three,with=signs", "\"quoted"};
    CHECK(argc == 6, "argc is %d", argc);
    for (int i = 0; i < 4; i++)
        CHECK(strcmp(argv[i + 2], words[i]) == 0, "argv[%d] is \"%s\"", i + 2, argv[i + 2]);
}

int main(int argc, char *argv[])
{
    if (argc == 1)
        return run("args-stack  child one   2 three,with=signs    \"quoted  ");
    check_words(argc, argv);
    check_frame(argc, argv);
    return EXIT_SUCCESS;
}
