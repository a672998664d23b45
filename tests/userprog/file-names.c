/* SPDX-License-Identifier: MIT
 * What create, open and remove say to names that cannot be, are there already or are not there.
 */
#include <string.h>
#include "tests/lib.h"

int main(void)
{
    static char huge[20000];
    memset(huge, 'n', sizeof huge - 1);

    CHECK(!create("", 10) && open("") == -1 && !remove(""), "an empty name");
    CHECK(!create(huge, 10) && open(huge) == -1 && !remove(huge), "a name of 20000 letters");
    CHECK(create("fourteen-chars", 10), "a name of 14 letters");
    CHECK(!create("fifteen-letters", 10), "one more is refused");
    CHECK(!create("fourteen-chars", 10), "a name that is taken");
    CHECK(open("not-there") == -1 && !remove("not-there"), "a file that is not there");
    CHECK(!create("too-big", 0xffffffff), "a size that cannot be");
    CHECK(open("too-big") == -1, "leaves no file behind");
    CHECK(remove("fourteen-chars") && open("fourteen-chars") == -1, "a removed file is gone");
    CHECK(!remove("fourteen-chars"), "and cannot be removed again");
    return EXIT_SUCCESS;
}
