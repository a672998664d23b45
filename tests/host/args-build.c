/* SPDX-License-Identifier: MIT
 * The first stack of a program: every word, pointer and pad where the ABI has them, for command
 * lines of all shapes up to the longest.
 *
 * @sources: userprog/args.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "userprog/args.h"

#define CHECK(cond)                                                                                \
    ((cond) ? (void)0 : (printf("%s:%d: %s\n", line_name, __LINE__, #cond), exit(1)))

static const uint32_t top = 0xc0000000u;

/* Builds LINE's stack and walks it as `_start` would; the result must be WORDS. */
static void check(const char *line_name, const char *line, int argc, const char *const *words)
{
    size_t size = args_size(line);
    CHECK(size % 4 == 0);
    /* Exactly the size, so that the sanitizer sees a byte too many. */
    unsigned char *image = malloc(size);
    memset(image, 0xee, size);
    args_build(line, top, image);

    uint32_t *frame = (uint32_t *)image;
    uint32_t base = top - size, last = top;
    CHECK(frame[0] == 0);
    CHECK(frame[1] == (uint32_t)argc);
    CHECK(frame[2] == base + 12);
    for (int i = 0; i < argc; i++) {
        uint32_t address = frame[3 + i];
        CHECK(address >= base + 16 + 4 * argc && address < last);
        const char *word = (const char *)image + (address - base);
        CHECK(strcmp(word, words[i]) == 0);
        CHECK(address + strlen(word) + 1 == last); /* The first highest, no gaps. */
        last = address;
    }
    CHECK(frame[3 + argc] == 0);
    for (uint32_t a = base + 16 + 4 * argc; a < last; a++)
        CHECK(image[a - base] == 0);
    CHECK(last - (base + 16 + 4 * argc) < 4);
    free(image);
}

static void check_many_words(void)
{
    char line[ARGS_LINE_MAX + 1];
    const char *words[ARGS_LINE_MAX];
    int argc = 0;
    for (int i = 0; i < ARGS_LINE_MAX; i++)
        line[i] = i % 2 == 0 ? 'x' : ' ';
    line[ARGS_LINE_MAX] = '\0';
    for (; argc < ARGS_LINE_MAX / 2; argc++)
        words[argc] = "x";
    check("many words", line, argc, words);
}

static void check_one_long_word(void)
{
    char line[ARGS_LINE_MAX + 1];
    memset(line, 'y', ARGS_LINE_MAX);
    line[ARGS_LINE_MAX] = '\0';
    check("one long word", line, 1, (const char *const[]){line});
}

static void check_names(void)
{
    const char *line_name = "names";
    char name[8];
    args_program_name("  echo x", name, sizeof name);
    CHECK(strcmp(name, "echo") == 0);
    args_program_name("longprogram x", name, sizeof name);
    CHECK(strcmp(name, "longpro") == 0);
    args_program_name("   ", name, sizeof name);
    CHECK(strcmp(name, "") == 0);
}

int main(void)
{
    check("one word", "echo", 1, (const char *const[]){"echo"});
    check("three words", "echo x yz", 3, (const char *const[]){"echo", "x", "yz"});
    check("runs of spaces", "  a   bb    ccc ", 3, (const char *const[]){"a", "bb", "ccc"});
    check("nothing", "", 0, NULL);
    check("spaces only", "    ", 0, NULL);
    check("other blanks stay", "a\tb c\n", 2, (const char *const[]){"a\tb", "c\n"});
    check_many_words();
    check_one_long_word();
    check_names();
    return 0;
}
