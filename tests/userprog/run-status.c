/* SPDX-License-Identifier: MIT
 * A program that ends with another status than 0 makes the run end as failed; the next action runs
 * all the same.
 *
 * @actions: run 'run-status 42'
 * @actions: run 'run-status 0'
 * @expect: failed
 * @output: ^Executing 'run-status 42':\nrun-status: exit\(42\)\nExecution of 'run-status 42'
 * complete\.\nExecuting 'run-status 0':\nrun-status: exit\(0\)$
 */
#include <stdlib.h>

int main(int argc, char *argv[])
{
    return argc > 1 ? atoi(argv[1]) : 0;
}
