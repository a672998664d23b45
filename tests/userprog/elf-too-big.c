/* SPDX-License-Identifier: MIT
 * A program whose bss is larger than memory and swap is refused, with a reason, and costs nothing.
 *
 * @mem: 4
 * @swap: 4
 * @output: ^load: huge: not enough memory and swap$
 * @kstat: vm.pages_promised == 0
 */
#include "tests/userprog/image.h"

int main(void)
{
    static struct image image;
    image_good(&image);
    image.segment[1].memsz = 0x40000000;
    CHECK(image_exec(&image, "huge", sizeof image) == PID_ERROR, "1 GB of bss");
    image.segment[1].memsz = 0x100000;
    pid_t pid = image_exec(&image, "large", sizeof image);
    CHECK(pid != PID_ERROR && wait(pid) == 42, "1 MB of bss");
    return EXIT_SUCCESS;
}
