/* SPDX-License-Identifier: MIT
 * With -quiet, a program that exits by itself leaves no line; one that is killed does, and the
 * run's outcome is the same.
 *
 * @kind: user
 * @options: -quiet
 * @actions: run 'echo heard' run 'sh -c sleep 100 & sleep 1; kill $!; wait $!'
 * @expect: failed
 * @output: ^heard$
 * @output: ^sleep: exit\(-1\)$
 * @absent: exit\([0-9]
 */
