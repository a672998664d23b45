/* SPDX-License-Identifier: MIT
 * The smallest program: what it costs is what starting and ending a program costs.
 */
int main(void)
{
    return 0;
}
