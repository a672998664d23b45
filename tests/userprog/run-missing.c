/* SPDX-License-Identifier: MIT
 * A program that is not there makes the run end as failed.
 *
 * @actions: run no-such-program
 * @expect: failed
 * @output: ^load: no-such-program: open failed$
 * @output: ^Execution of 'no-such-program' complete\.$
 */
int main(void)
{
    return 0;
}
