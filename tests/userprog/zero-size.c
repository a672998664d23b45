/* SPDX-License-Identifier: MIT
 * Moving no bytes touches no memory: 0, whatever the pointer within user space.
 */
#include "tests/userprog/pointers.h"

int main(int argc, char *argv[])
{
    make_sample(argc);
    int fd = open_file(SAMPLE);
    CHECK(read(fd, NULL, 0) == 0, "read 0 bytes to a null pointer");
    CHECK(read(fd, UNMAPPED, 0) == 0, "read 0 bytes to an unmapped page");
    CHECK(write(fd, UNMAPPED, 0) == 0, "write 0 bytes from an unmapped page");
    CHECK(write(STDOUT_FILENO, UNMAPPED, 0) == 0, "print 0 bytes");
    CHECK(tell(fd) == 0, "the position has not moved");
    seek(fd, SAMPLE_SIZE);
    CHECK(read(fd, UNMAPPED, 10) == 0, "read at the end of the file");
    return EXIT_SUCCESS;
}
