/* SPDX-License-Identifier: MIT */
/* A role given to a device that is not there refuses the boot, and names those that are.
 * @kind: ktest
 * @options: -swap=hdz1
 * @actions: ktest-list
 * @expect: refused
 * @output: ^-swap=hdz1: no such block device; there are: hda hda1
 */
