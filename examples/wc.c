/* SPDX-License-Identifier: MIT
 * Counts lines, words and bytes.
 *
 *     wc [-lwc] [FILE]...
 *
 * @sources: examples/lib/tool.c
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "examples/lib/tool.h"

static struct tool_option options[3];
static unsigned total[3]; /* Lines, words, bytes. */
static int files;

static void print(const unsigned counts[3], const char *name)
{
    bool all = !options[0].given && !options[1].given && !options[2].given;
    const char *space = "";
    for (int i = 0; i < 3; i++) {
        if (all || options[i].given) {
            printf("%s%u", space, counts[i]);
            space = " ";
        }
    }
    printf("%s%s\n", strcmp(name, "-") == 0 ? "" : " ", strcmp(name, "-") == 0 ? "" : name);
}

static bool count(struct tool_input *input, void *aux)
{
    unsigned counts[3] = {0};
    bool in_word = false;
    int c;
    while ((c = tool_getc(input)) >= 0) {
        counts[0] += c == '\n';
        counts[1] += !isspace(c) && !in_word;
        counts[2]++;
        in_word = !isspace(c);
    }
    print(counts, input->name);
    for (int i = 0; i < 3; i++)
        total[i] += counts[i];
    files++;
    return true;
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    tool_options(&argc, &argv, "lwc", options, "wc [-lwc] [FILE]...");
    int result = tool_each(argc, argv, count, NULL);
    if (files > 1)
        print(total, "total");
    return result;
}
