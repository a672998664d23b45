/* SPDX-License-Identifier: MIT
 * A line that is being typed: keys come in, terminal output goes out, nothing else happens here.
 *
 *     lineedit_begin(&edit, "$ ");
 *     while ((what = lineedit_key(&edit, next_byte())) == LINEEDIT_MORE)
 *         continue;
 *
 * Keys: arrows, Home, End, Delete (as terminals send them), Backspace, Tab, and as control keys A E
 * B F (move), H D (delete), K U W (delete to the end, to the beginning, a word), P N (history), L
 * (again), C (give the line up), D on an empty line (end of input).  Only printing, \b, \r, \n and
 * \a are used for output, so that any console will do.
 */
#ifndef EXAMPLES_LIB_LINEEDIT_H
#define EXAMPLES_LIB_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#define LINEEDIT_MAX 512
#define LINEEDIT_HISTORY 32
#define LINEEDIT_COLUMNS 79

enum lineedit_result { LINEEDIT_MORE, LINEEDIT_LINE, LINEEDIT_CANCEL, LINEEDIT_END };

struct lineedit {
    /* The owner's. */
    void (*output)(const char *bytes, size_t n, void *aux);
    void (*complete)(struct lineedit *edit, void *aux); /* For Tab; may be NULL. */
    void *aux;

    /* The line, with a null behind it. */
    char text[LINEEDIT_MAX];
    size_t length, cursor;

    /* What the terminal shows behind the prompt: a window of the line. */
    char shown[LINEEDIT_COLUMNS];
    size_t shown_length, shown_cursor, window;
    const char *prompt;

    char history[LINEEDIT_HISTORY][LINEEDIT_MAX]; /* A ring. */
    unsigned entries;                             /* Ever put into it. */
    unsigned back;                /* How far back the line shown is; 0: it is new. */
    char set_aside[LINEEDIT_MAX]; /* The new one meanwhile. */

    int escape;    /* How far inside an escape sequence: 0, 1 behind ESC, 2 behind ESC [. */
    int parameter; /* The number in it. */
};

/* Begins a new line and shows PROMPT, which must stay. */
void lineedit_begin(struct lineedit *edit, const char *prompt);
enum lineedit_result lineedit_key(struct lineedit *edit, char key);

/* For `complete`: puts TEXT in at the cursor; shows prompt and line again behind other output. */
void lineedit_insert(struct lineedit *edit, const char *text, size_t n);
void lineedit_again(struct lineedit *edit);

#endif
