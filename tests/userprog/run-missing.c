/* SPDX-License-Identifier: MIT
 * A program that is not there makes the run end as failed, and says what to do.
 *
 * @actions: run no-such-program
 * @expect: failed
 * @output: ^load: no-such-program: open failed$
 * @output: ^run: no such file in the file system; the action ls lists what is there$
 * @output: ^Execution of 'no-such-program' complete\.$
 */
int main(void)
{
    return 0;
}
