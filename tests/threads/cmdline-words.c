/* SPDX-License-Identifier: MIT
 * Words, quotes and runs of spaces; the options come first and get their values.
 * @actions: words '' "a 'b' c" 'x'"y z"   words  -not-an-option 2 3 ktest cmdline_words
 * @options: -ktest-option=a=b
 * @output: words: <> <a 'b' c> <xy z>
 * @output: words: <-not-an-option> <2> <3>
 * @output: option: a=b
 */
#include <stdio.h>
#include "tests/ktest.h"
#include "threads/cmdline.h"

static const char *option_value = "none";

static int keep_value(const char *value)
{
    option_value = value;
    return 0;
}

static int print_words(char **argv)
{
    printf("words: <%s> <%s> <%s>\n", argv[1], argv[2], argv[3]);
    return 0;
}

CMDLINE_OPTION_NAMED(ktest_option, "ktest-option", keep_value, "VALUE: for cmdline-words");
CMDLINE_ACTION("words", 3, print_words, "A B C: for cmdline-words");

KTEST(cmdline_words)
{
    printf("option: %s\n", option_value);
}
