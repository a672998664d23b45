/* SPDX-License-Identifier: MIT
 * The shell understands its language: quotes, variables, pipes, redirections, lists, background
 * jobs, patterns, scripts, and errors that end only the line they are in.
 *
 * @kind: user
 * @put: tests/data/language.sh:language
 * @put: tests/data/language.want:want
 * @put: tests/data/part.sh:part.sh
 * @put: tests/data/exec-me.sh:exec-me
 * @actions: run 'sh -c sh language a b > out 2>&1; cmp out want || cat out'
 * @absent: differ
 * @absent: ends after
 */
