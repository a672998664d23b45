/* SPDX-License-Identifier: MIT
 * A system call needs only the words that it has: they may lie on several pages, in any position,
 * or be the last ones of a mapping or of user space.
 */
#include <string.h>
#include <syscall-nr.h>
#include "tests/userprog/pointers.h"

static int call_with(void *esp)
{
    int result;
    asm volatile("movl %%esp, %%ebx; movl %1, %%esp; int $0x30; movl %%ebx, %%esp"
                 : "=a"(result)
                 : "r"(esp)
                 : "ebx", "memory");
    return result;
}

static void tell_at(char *esp, int fd)
{
    unsigned words[2] = {SYS_TELL, fd};
    memcpy(esp, words, sizeof words);
    int position = call_with(esp);
    REQUIRE(position == 77, "tell with its words at %p: %d", esp, position);
}

static void read_at(char *esp, int fd)
{
    static char buffer[7];
    unsigned words[4] = {SYS_READ, fd, (unsigned)buffer, sizeof buffer};
    memcpy(esp, words, sizeof words);
    seek(fd, 70);
    int n = call_with(esp);
    REQUIRE(n == sizeof buffer, "read with its words at %p: %d", esp, n);
    check_bytes("buffer", buffer, sizeof buffer, 70, 1);
}

int main(int argc, char *argv[])
{
    make_sample(argc);
    make_file("two-pages", 2 * TEST_PAGE, 3);
    int fd = open_file(SAMPLE);
    REQUIRE(mmap(open_file("two-pages"), MAP_AREA) != MAP_FAILED, "mmap");
    char *middle = MAP_AREA + TEST_PAGE, *end = middle + TEST_PAGE;

    for (char *esp = middle - 17; esp <= middle; esp++)
        read_at(esp, fd);
    msg("read, across two pages");
    seek(fd, 77);
    for (char *esp = middle - 9; esp <= middle; esp++)
        tell_at(esp, fd);
    msg("tell, across two pages");
    for (char *esp = end - 16; esp <= end - 8; esp++)
        tell_at(esp, fd);
    msg("tell, at the end of the mapping");
    tell_at(USER_END - 8, fd);
    msg("tell, at the end of user space");
    read_at(USER_END - 16, fd);
    return EXIT_SUCCESS;
}
