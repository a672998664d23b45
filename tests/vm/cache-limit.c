/* SPDX-License-Identifier: MIT
 * -cache limits the frames of file pages that nobody maps, however much is read and written; what
 * was written is there all the same.
 *
 * @options: -cache=20
 * @kstat: vm.frames_cache <= 20
 * @kstat: vm.frames_cache >= 15
 * @kstat: vm.frames_free > 2000
 */
#include "tests/lib.h"

#define SIZE (100 * TEST_PAGE)

static char buffer[TEST_PAGE];

int main(void)
{
    make_file("sample", SIZE, 1);
    int fd = open_file("sample");
    for (int ofs = 0; ofs < SIZE; ofs += TEST_PAGE) {
        REQUIRE(read(fd, buffer, TEST_PAGE) == TEST_PAGE, "read at %d", ofs);
        check_bytes("sample", buffer, TEST_PAGE, ofs, 1);
    }
    return EXIT_SUCCESS;
}
