/* SPDX-License-Identifier: MIT
 * A removed file lives on for those who have it open, and a new one of its name is another.
 */
#include "tests/lib.h"

int main(void)
{
    unsigned char buffer[1000];
    make_file("sample", 1000, 1);
    int old = open_file("sample");
    CHECK(remove("sample"), "remove");
    CHECK(open("sample") == -1, "its name is gone");
    CHECK(read(old, buffer, 1000) == 1000, "it can still be read");
    check_bytes("the old one", buffer, 1000, 0, 1);
    seek(old, 0);
    CHECK(write(old, "new text", 8) == 8, "and written");

    make_file("sample", 500, 2);
    check_file("sample", 500, 2);
    CHECK(filesize(old) == 1000, "a new one of the same name is another file");
    seek(old, 8);
    CHECK(read(old, buffer, 900) == 900, "the old one again");
    check_bytes("the old one", buffer, 900, 8, 1);
    close(old);
    check_file("sample", 500, 2);
    return EXIT_SUCCESS;
}
