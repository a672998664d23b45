/* SPDX-License-Identifier: MIT
 * page-parallel refuses what it does not know: a sweep of `page-parallel barrier` ran without one.
 * @actions: run 'page-parallel barrier'
 * @expect: failed
 * @output: usage: page-parallel \[-b\]
 */
int main(void)
{
    return 0;
}
