/* SPDX-License-Identifier: MIT
 * exec says -1 for what is no program, with a reason on the console, and goes on.
 *
 * @output: ^load: no-such-file: open failed$
 * @output: ^load: sample: not an ELF file$
 * @output: ^load: empty: too short for an ELF header$
 * @kstat: process.not_loaded == 6
 */
#include "tests/lib.h"

int main(void)
{
    make_file("sample", 5000, 1);
    make_file("empty", 0, 1);
    CHECK(exec("no-such-file") == PID_ERROR, "a file that is not there");
    CHECK(exec("sample") == PID_ERROR, "a file of something else");
    CHECK(exec("empty") == PID_ERROR, "an empty file");
    CHECK(exec("") == PID_ERROR, "an empty command line");
    CHECK(exec("   ") == PID_ERROR, "spaces only");
    CHECK(exec("a-name-longer-than-any-file-can-have x") == PID_ERROR, "a long name");
    CHECK(run("nothing") == 0, "a program still runs");
    return EXIT_SUCCESS;
}
