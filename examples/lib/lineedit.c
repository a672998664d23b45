/* SPDX-License-Identifier: MIT
 * Editing a line: each key changes the line, then refresh() brings the terminal up to it.
 */
#include "examples/lib/lineedit.h"

#include <string.h>

#define CONTROL(C) ((C)&0x1f)
#define ESCAPE 0x1b
#define DELETE 0x7f        /* What the Backspace key of most terminals sends. */
#define DELETE_HERE '\x1c' /* Our own: nobody types it. */

static void out(struct lineedit *edit, const char *bytes, size_t n)
{
    if (n > 0)
        edit->output(bytes, n, edit->aux);
}

static void out_repeated(struct lineedit *edit, char c, size_t n)
{
    char bytes[LINEEDIT_COLUMNS];
    memset(bytes, c, n);
    out(edit, bytes, n);
}

/* Moves the terminal's cursor to column TO, by going back or by showing again what is there. */
static void move(struct lineedit *edit, size_t to)
{
    if (to < edit->shown_cursor)
        out_repeated(edit, '\b', edit->shown_cursor - to);
    else
        out(edit, edit->shown + edit->shown_cursor, to - edit->shown_cursor);
    edit->shown_cursor = to;
}

static size_t common(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t i = 0;
    while (i < a_length && i < b_length && a[i] == b[i])
        i++;
    return i;
}

static void show(struct lineedit *edit, const char *text, size_t length)
{
    size_t same = common(edit->shown, edit->shown_length, text, length);
    if (same == length && same == edit->shown_length)
        return;
    move(edit, same);
    out(edit, text + same, length - same);
    size_t rest = edit->shown_length > length ? edit->shown_length - length : 0;
    out_repeated(edit, ' ', rest);
    out_repeated(edit, '\b', rest);
    memcpy(edit->shown, text, length);
    edit->shown_length = edit->shown_cursor = length;
}

static void refresh(struct lineedit *edit)
{
    size_t width = LINEEDIT_COLUMNS - 1 - strnlen(edit->prompt, LINEEDIT_COLUMNS / 2);
    if (edit->cursor < edit->window)
        edit->window = edit->cursor;
    if (edit->cursor > edit->window + width)
        edit->window = edit->cursor - width;
    size_t length = edit->length - edit->window;
    show(edit, edit->text + edit->window, length < width ? length : width);
    move(edit, edit->cursor - edit->window);
}

void lineedit_again(struct lineedit *edit)
{
    edit->shown_length = edit->shown_cursor = 0;
    out(edit, edit->prompt, strlen(edit->prompt));
    refresh(edit);
}

static void set_text(struct lineedit *edit, const char *text)
{
    edit->length = edit->cursor = strlen(text);
    memmove(edit->text, text, edit->length + 1);
}

void lineedit_begin(struct lineedit *edit, const char *prompt)
{
    edit->prompt = prompt;
    edit->window = edit->back = 0;
    edit->escape = 0;
    set_text(edit, "");
    lineedit_again(edit);
}

void lineedit_insert(struct lineedit *edit, const char *text, size_t n)
{
    if (n >= LINEEDIT_MAX - edit->length) {
        out(edit, "\a", 1);
        return;
    }
    char *at = edit->text + edit->cursor;
    memmove(at + n, at, edit->length - edit->cursor + 1);
    memcpy(at, text, n);
    edit->length += n;
    edit->cursor += n;
}

/* Takes out what is between FROM and TO, and leaves the cursor there. */
static void cut(struct lineedit *edit, size_t from, size_t to)
{
    memmove(edit->text + from, edit->text + to, edit->length - to + 1);
    edit->length -= to - from;
    edit->cursor = from;
}

static size_t word_before(const struct lineedit *edit)
{
    size_t at = edit->cursor;
    while (at > 0 && edit->text[at - 1] == ' ')
        at--;
    while (at > 0 && edit->text[at - 1] != ' ')
        at--;
    return at;
}

static char *entry(struct lineedit *edit, unsigned back)
{
    return edit->history[(edit->entries - back) % LINEEDIT_HISTORY];
}

/* Shows the line that is BACK lines back; 0 is the new one. */
static void recall(struct lineedit *edit, unsigned back)
{
    if (back > edit->entries || back > LINEEDIT_HISTORY) {
        out(edit, "\a", 1);
        return;
    }
    if (edit->back == 0)
        memcpy(edit->set_aside, edit->text, edit->length + 1);
    edit->back = back;
    set_text(edit, back > 0 ? entry(edit, back) : edit->set_aside);
}

static void remember(struct lineedit *edit)
{
    bool again = edit->entries > 0 && strcmp(entry(edit, 1), edit->text) == 0;
    if (edit->length == 0 || again)
        return;
    edit->entries++;
    memcpy(entry(edit, 1), edit->text, edit->length + 1);
}

static void delete_here(struct lineedit *edit)
{
    if (edit->cursor < edit->length)
        cut(edit, edit->cursor, edit->cursor + 1);
}

/* The control key that means the same as the escape sequence that ends with FINAL. */
static char key_of_sequence(char final, int parameter)
{
    switch (final) {
    case 'A':
        return CONTROL('P');
    case 'B':
        return CONTROL('N');
    case 'C':
        return CONTROL('F');
    case 'D':
        return CONTROL('B');
    case 'H':
        return CONTROL('A');
    case 'F':
        return CONTROL('E');
    case '~':
        return parameter == 3                     ? DELETE_HERE
               : parameter == 1 || parameter == 7 ? CONTROL('A')
               : parameter == 4 || parameter == 8 ? CONTROL('E')
                                                  : 0;
    }
    return 0;
}

/* Follows escape sequences; gives the key to act on, 0 for none yet. */
static char decode(struct lineedit *edit, char key)
{
    if (key == ESCAPE) {
        edit->escape = 1;
        edit->parameter = 0;
        return 0;
    }
    if (edit->escape == 0)
        return key;
    if (edit->escape == 1) {
        edit->escape = key == '[' || key == 'O' ? 2 : 0;
        return 0;
    }
    if ((key >= '0' && key <= '9') || key == ';') {
        edit->parameter = key == ';' ? 0 : (edit->parameter * 10 + key - '0') % 1000;
        return 0;
    }
    edit->escape = 0;
    return key_of_sequence(key, edit->parameter);
}

static void delete_key(struct lineedit *edit, char key)
{
    switch (key) {
    case CONTROL('K'):
        cut(edit, edit->cursor, edit->length);
        break;
    case CONTROL('U'):
        cut(edit, 0, edit->cursor);
        break;
    case CONTROL('W'):
        cut(edit, word_before(edit), edit->cursor);
        break;
    case CONTROL('D'):
    case DELETE_HERE:
        delete_here(edit);
        break;
    default: /* Backspace. */
        if (edit->cursor > 0)
            cut(edit, edit->cursor - 1, edit->cursor);
    }
}

static void move_key(struct lineedit *edit, char key)
{
    if (key == CONTROL('A'))
        edit->cursor = 0;
    else if (key == CONTROL('E'))
        edit->cursor = edit->length;
    else if (key == CONTROL('B') && edit->cursor > 0)
        edit->cursor--;
    else if (key == CONTROL('F') && edit->cursor < edit->length)
        edit->cursor++;
}

static void act(struct lineedit *edit, char key)
{
    switch (key) {
    case '\0':
        break;
    case '\t':
        if (edit->complete != NULL)
            edit->complete(edit, edit->aux);
        break;
    case CONTROL('P'):
        recall(edit, edit->back + 1);
        break;
    case CONTROL('N'):
        if (edit->back > 0)
            recall(edit, edit->back - 1);
        break;
    case CONTROL('L'):
        out(edit, "\n", 1);
        lineedit_again(edit);
        break;
    case CONTROL('K'):
    case CONTROL('U'):
    case CONTROL('W'):
    case CONTROL('D'):
    case DELETE_HERE:
    case '\b':
    case DELETE:
        delete_key(edit, key);
        break;
    default:
        if ((unsigned char)key >= ' ')
            lineedit_insert(edit, &key, 1);
        else
            move_key(edit, key);
    }
}

/* Leaves the line, with the terminal's cursor on the next. */
static enum lineedit_result leave(struct lineedit *edit, const char *text,
                                  enum lineedit_result result)
{
    edit->cursor = edit->length;
    refresh(edit);
    out(edit, text, strlen(text));
    return result;
}

enum lineedit_result lineedit_key(struct lineedit *edit, char key)
{
    key = decode(edit, key);
    if (key == '\r' || key == '\n') {
        remember(edit);
        return leave(edit, "\n", LINEEDIT_LINE);
    }
    if (key == CONTROL('C')) {
        leave(edit, "^C\n", LINEEDIT_CANCEL);
        set_text(edit, "");
        return LINEEDIT_CANCEL;
    }
    if (key == CONTROL('D') && edit->length == 0)
        return leave(edit, "\n", LINEEDIT_END);
    act(edit, key);
    refresh(edit);
    return LINEEDIT_MORE;
}
