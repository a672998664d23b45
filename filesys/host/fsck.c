/* SPDX-License-Identifier: MIT
 * fsck: says what is wrong in the file system of a disk image.
 */
#include <stdio.h>
#include <string.h>
#include "filesys/host/host.h"

const char *program = "fsck";

static const char help[] =
    "usage: fsck IMAGE\n"
    "Checks the file system of a Pageturner disk image and says what is wrong.  Changes nothing.\n"
    "\n"
    "Exit status: 0 nothing is wrong, 1 something is, 2 for a mistake in the command.\n";

int main(int argc, char **argv)
{
    struct image image;
    if (argc == 2 && !strcmp(argv[1], "--help")) {
        fputs(help, stdout);
        return 0;
    }
    if (argc != 2 || argv[1][0] == '-')
        usage_error("give one IMAGE");
    image_open(&image, argv[1], false);
    struct block *dev = image_filesys(&image);
    unsigned long problems = fsck_check(dev, argv[1]);
    if (problems)
        printf("%s: %lu problem%s\n", argv[1], problems, problems > 1 ? "s" : "");
    else
        printf("%s: no problems\n", argv[1]);
    host_block_close(dev);
    image_close(&image);
    return problems ? 1 : 0;
}
