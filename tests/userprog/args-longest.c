/* SPDX-License-Identifier: MIT
 * A command line of 4096 bytes, of one long word or of very many short ones, arrives whole; one
 * byte more is refused with -1.
 */
#include <string.h>
#include "tests/lib.h"

#define LONGEST 4096

static char line[LONGEST + 2];

/* Fills LINE after its first words with WORD_LENGTH times 'x' and a space, again and again. */
static void fill(const char *start, unsigned length, unsigned word_length)
{
    strlcpy(line, start, sizeof line);
    for (unsigned i = strlen(line); i < length; i++)
        line[i] = (length - i) % (word_length + 1) == 0 && i + 1 < length ? ' ' : 'x';
    line[length] = '\0';
}

static int child(int argc, char *argv[])
{
    unsigned total = 0;
    for (int i = 0; i < argc; i++)
        total += strlen(argv[i]);
    if (strcmp(argv[1], "long") == 0) {
        REQUIRE(argc == 3, "argc is %d", argc);
        return total == LONGEST - 2 ? 11 : 1;
    }
    REQUIRE(argc > 2000, "argc is %d", argc);
    return total + argc - 1 <= LONGEST ? 12 : 1;
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        return child(argc, argv);
    fill("args-longest long ", LONGEST, 2 * LONGEST);
    CHECK(strlen(line) == LONGEST && run(line) == 11, "one long word");
    fill("args-longest many ", LONGEST, 1);
    CHECK(run(line) == 12, "many short words");
    fill("args-longest long ", LONGEST + 1, 2 * LONGEST);
    CHECK(exec(line) == PID_ERROR, "one byte more is refused");
    fill("args-longest long ", LONGEST, 2 * LONGEST);
    CHECK(run(line) == 11, "and then one long word again");
    return EXIT_SUCCESS;
}
