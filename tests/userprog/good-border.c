/* SPDX-License-Identifier: MIT
 * Strings and buffers that cross from page to page, or end exactly where a mapping or user space
 * does, work.
 */
#include <string.h>
#include "tests/userprog/pointers.h"

/* Puts TEXT so that its last byte, the NUL, is the last one before END. */
static char *put_before(char *end, const char *text)
{
    char *at = end - (strlen(text) + 1);
    memcpy(at, text, strlen(text) + 1);
    return at;
}

static void use_names(char *border)
{
    char *name = put_before(border, "made");
    CHECK(create(name, 10), "create");
    CHECK(open(name) > 1, "open");
    CHECK(remove(name), "remove");
    char *cmd_line = put_before(border, "nothing");
    pid_t pid = exec(cmd_line);
    CHECK(pid != PID_ERROR && wait(pid) == 0, "exec and wait");
}

static void use_buffers(char *border)
{
    char *buffer = border - 6000;
    int fd = open_file(SAMPLE);
    CHECK(read(fd, buffer, 6000) == 6000, "read across two pages, up to the end");
    check_bytes("buffer", buffer, 6000, 0, 1);
    seek(fd, 0);
    CHECK(write(fd, buffer, 6000) == 6000, "write from there");
    check_file(SAMPLE, SAMPLE_SIZE, 1);
}

int main(int argc, char *argv[])
{
    make_sample(argc);
    make_file("two-pages", 2 * TEST_PAGE, 3);
    REQUIRE(mmap(open_file("two-pages"), MAP_AREA) != MAP_FAILED, "mmap");
    msg("in the middle of two pages");
    use_names(MAP_AREA + TEST_PAGE + 3);
    msg("at the end of the mapping");
    use_names(MAP_AREA + 2 * TEST_PAGE);
    use_buffers(MAP_AREA + 2 * TEST_PAGE);
    msg("at the end of user space");
    char saved[8];
    memcpy(saved, USER_END - 8, 8);
    use_names(USER_END);
    return EXIT_SUCCESS;
}
