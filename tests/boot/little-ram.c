/* SPDX-License-Identifier: MIT
 * With too little memory the kernel says so rather than fail somehow.
 * @mem: 2
 * @expect: refused
 * @output: ^Not enough RAM: usable up to \d+ kB
 */
#include "tests/ktest.h"

KTEST(boot_little_ram)
{
}
