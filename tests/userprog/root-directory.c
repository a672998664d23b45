/* SPDX-License-Identifier: MIT
 * The calls on directories, on the root: it can be opened, read and entered; files are in it under
 * all its names.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib.h"

/* How often NAME is in the directory open as FD, from where its position is. */
static int count(int fd, const char *name)
{
    char entry[READDIR_MAX_LEN + 1];
    int n = 0;
    while (readdir(fd, entry)) {
        REQUIRE(strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0, "an entry %s", entry);
        n += strcmp(entry, name) == 0;
    }
    return n;
}

int main(void)
{
    char entry[READDIR_MAX_LEN + 1];
    make_file("sample", 100, 1);
    make_file("/fourteen-chars", 100, 2);
    int dir = open("/"), file = open("./sample");
    CHECK(dir > 1 && file > 1, "open / and ./sample");
    CHECK(isdir(dir) && !isdir(file) && !isdir(0) && !isdir(99), "isdir");
    int number = inumber(file);
    CHECK(inumber(dir) > 0 && number > 0 && number != inumber(dir) && inumber(0) == -1 &&
              inumber(99) == -1,
          "inumber");
    CHECK(count(dir, "sample") == 1 && count(dir, "sample") == 0, "readdir, once through");
    CHECK(!readdir(file, entry) && !readdir(0, entry) && !readdir(99, entry),
          "what is no directory");
    CHECK(read(dir, entry, 1) == -1 && write(dir, entry, 1) == -1, "a directory is no file");
    int again = open("."), other = open("../..//sample");
    CHECK(again > 1 && count(again, "fourteen-chars") == 1, "a long name");
    CHECK(other > 1 && inumber(other) == number, "one file by two names");
    CHECK(chdir("/") && chdir(".") && chdir("/../.") && open("sample") > 1, "chdir to the root");
    CHECK(!chdir("sample") && !chdir("nowhere") && !chdir(""), "chdir to what is no directory");
    CHECK(!mkdir("d") && !mkdir("/") && !mkdir(""), "mkdir");
    CHECK(open("") == -1 && !create("/", 0) && !create("", 0) && !remove("/") && !remove(""),
          "the root is no file");
    CHECK(getcwd(entry, sizeof entry) == 1 && strcmp(entry, "/") == 0, "getcwd");
    CHECK(remove("/sample") && open("sample") == -1 && read(file, entry, 5) == 5, "remove");
    return EXIT_SUCCESS;
}
