/* SPDX-License-Identifier: MIT
 * 200 executables broken at random: each is refused or runs and ends somehow; the kernel loses
 * nothing by them.
 *
 * @kstat: vm.frames_user == 0
 * @kstat: vm.pages_promised == 0
 * @kstat: vm.swap_slots_used == 0
 */
#include <random.h>
#include "tests/userprog/image.h"

#define TIMES 200

static struct image image;

/* Changes a word of the headers, mostly to a number near something of meaning. */
static void damage(void)
{
    static const uint32_t near[] = {0,          1,          0x1000,     0x2000,
                                    IMAGE_BASE, 0xbf800000, 0xc0000000, 0xfffffff0};
    uint32_t *words = (uint32_t *)&image;
    size_t i = random_ulong() % ((sizeof image.header + 2 * sizeof *image.segment) / 4);
    if (random_ulong() % 3 == 0)
        words[i] ^= 1u << random_ulong() % 32;
    else
        words[i] = near[random_ulong() % 8] + random_ulong() % 3 * 4;
}

int main(void)
{
    int started = 0;
    random_init(7);
    for (int i = 0; i < TIMES; i++) {
        image_good(&image);
        for (unsigned n = 1 + random_ulong() % 2; n > 0; n--)
            damage();
        pid_t pid = image_exec(&image, "broken", sizeof image);
        if (pid != PID_ERROR) {
            wait(pid);
            started++;
        }
    }
    CHECK(started > 5 && started < TIMES - 5, "%d of %d could be started", started, TIMES);
    return EXIT_SUCCESS;
}
