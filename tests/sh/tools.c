/* SPDX-License-Identifier: MIT
 * The small programs do what they are for, and say what is wrong.
 *
 * @kind: user
 * @put: tests/data/tools.sh:tools
 * @put: tests/data/tools.want:want
 * @actions: run 'sh -c sh tools > out 2>&1; cmp out want || cat out'
 * @absent: differ
 * @absent: ends after
 */
