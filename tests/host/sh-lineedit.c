/* SPDX-License-Identifier: MIT
 * Editing a line: a small terminal follows the output and must show the line at every key, with the
 * cursor where it belongs; the line that comes out must be the one meant.
 *
 * @sources: examples/lib/lineedit.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/lineedit.h"

#define COLUMNS 80

static char screen[COLUMNS + 1];
static int column;
static struct lineedit edit;

static void clear(void)
{
    memset(screen, ' ', COLUMNS);
    column = 0;
}

static void terminal(const char *bytes, size_t n, void *aux)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n')
            clear();
        else if (bytes[i] == '\b')
            column--;
        else if (bytes[i] != '\a')
            screen[column++] = bytes[i];
        if (column < 0 || column >= COLUMNS)
            exit(printf("the cursor went to column %d\n", column));
    }
}

static void complete(struct lineedit *e, void *aux)
{
    lineedit_insert(e, "pleted", 6);
}

/* The screen must show prompt and line, as much as there is room for, and nothing else. */
static void check_screen(const char *keys)
{
    char wanted[COLUMNS + LINEEDIT_MAX];
    snprintf(wanted, sizeof wanted, "$ %s%*s", edit.text + edit.window, COLUMNS, "");
    bool good =
        edit.length - edit.window > LINEEDIT_COLUMNS - 3 || memcmp(screen, wanted, COLUMNS) == 0;
    if (!good || column != (int)(2 + edit.cursor - edit.window) ||
        memcmp(screen, wanted, LINEEDIT_COLUMNS - 1) != 0)
        exit(printf("after %s the screen shows\n%s|\n%.*s| wanted, cursor %d\n", keys, screen,
                    COLUMNS, wanted, column));
}

/* Types KEYS, to whose end the line goes on; the result must be RESULT and the line WANTED. */
static void type(const char *keys, enum lineedit_result result, const char *wanted)
{
    enum lineedit_result seen = LINEEDIT_MORE;
    clear();
    lineedit_begin(&edit, "$ ");
    for (const char *p = keys; *p != '\0' && seen == LINEEDIT_MORE; p++) {
        seen = lineedit_key(&edit, *p);
        if (seen == LINEEDIT_MORE)
            check_screen(keys);
    }
    if (seen != result || strcmp(edit.text, wanted) != 0)
        exit(printf("%s: result %d, line \"%s\", wanted \"%s\"\n", keys, seen, edit.text, wanted));
}

static void check_keys(void)
{
    type("hello\r", LINEEDIT_LINE, "hello");
    type("helo\b\blo\n", LINEEDIT_LINE, "helo");
    type("ac\x1b[Db\r", LINEEDIT_LINE, "abc");
    type("bc\x01"
         "a\x05"
         "d\r",
         LINEEDIT_LINE, "abcd");
    type("abc\x1b[H\x1b[3~\r", LINEEDIT_LINE, "bc");
    type("abc\x1bOD\x1bOC\x1b[D\x04\r", LINEEDIT_LINE, "ab");
    type("one two  \x17\r", LINEEDIT_LINE, "one ");
    type("one two\x02\x02\x0b\r", LINEEDIT_LINE, "one t");
    type("one two\x02\x02\x15\r", LINEEDIT_LINE, "wo");
    type("\b\x7f\x1b[D\x1b[C\x1b[3~\r", LINEEDIT_LINE, "");
    type("com\t!\r", LINEEDIT_LINE, "completed!");
    type("x\x0cy\r", LINEEDIT_LINE, "xy");
    type("given up\x03", LINEEDIT_CANCEL, "");
    type("\x04", LINEEDIT_END, "");
    type("a\x1b[1;5Cb\x1b[99~\r", LINEEDIT_LINE, "ab");
}

static void check_history(void)
{
    type("first\r", LINEEDIT_LINE, "first");
    type("second\r", LINEEDIT_LINE, "second");
    type("second\r", LINEEDIT_LINE, "second");
    type("\x1b[A\x1b[A\r", LINEEDIT_LINE, "first");
    type("new\x1b[A\x1b[B!\r", LINEEDIT_LINE, "new!");
    type("\x10\x10\x10 again\r", LINEEDIT_LINE, "second again");
    for (int i = 0; i < 2 * LINEEDIT_HISTORY; i++) {
        char keys[32], text[24];
        snprintf(text, sizeof text, "line %d", i);
        snprintf(keys, sizeof keys, "%s\r", text);
        type(keys, LINEEDIT_LINE, text);
    }
    char keys[LINEEDIT_HISTORY + 10];
    memset(keys, '\x10', sizeof keys);
    strcpy(keys + sizeof keys - 2, "\r");
    type(keys, LINEEDIT_LINE, "line 32");
}

/* A line longer than the screen is seen through a window; one longer than the buffer is cut. */
static void check_long(void)
{
    char keys[2 * LINEEDIT_MAX], wanted[LINEEDIT_MAX];
    for (size_t i = 0; i < sizeof keys; i++)
        keys[i] = 'a' + i % 26;
    keys[sizeof keys - 1] = '\0';
    keys[sizeof keys - 2] = '\r';
    memcpy(wanted, keys, sizeof wanted - 1);
    wanted[sizeof wanted - 1] = 0;
    type(keys, LINEEDIT_LINE, wanted);
}

static void check_random(void)
{
    static const char *const keys[] = {
        "a",       "bc def", "\b",   "\x1b[D", "\x1b[C", "\x01",   "\x05",
        "\x1b[3~", "\x17",   "\x0b", "\x10",   "\x0e",   "\x15xy", "quite long words here",
        "\t"};
    srand(1);
    for (int i = 0; i < 2000; i++) {
        char text[4096] = "";
        for (int k = 0; k < 60; k++)
            strcat(text, keys[rand() % (int)(sizeof keys / sizeof *keys)]);
        clear();
        lineedit_begin(&edit, "$ ");
        for (const char *p = text; *p != '\0'; p++) {
            lineedit_key(&edit, *p);
            check_screen("random keys");
        }
    }
}

int main(void)
{
    edit.output = terminal;
    edit.complete = complete;
    check_keys();
    check_history();
    check_long();
    check_random();
    return 0;
}
