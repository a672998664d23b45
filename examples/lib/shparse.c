/* SPDX-License-Identifier: MIT
 * The shell's grammar, by recursive descent over tokens that are cut off the text one at a time.
 */
#include "examples/lib/shparse.h"

#include <string.h>

enum token {
    END,
    WORD,
    SEMICOLON,
    AMPERSAND,
    PIPE,
    AND,
    OR,
    NOT,
    LESS,
    GREATER,
    APPEND,
    DUPLICATE
};

static const char *const names[] = {"end of line", "word", ";", "&", "|",  "&&",
                                    "||",          "!",    "<", ">", ">>", ">&"};

struct parser {
    struct sh_line *line;
    const char *at;
    size_t used;      /* Of line->text. */
    enum token token; /* The one to look at. */
    const char *word; /* Of WORD. */
    int fd;           /* In front of a redirection, or -1. */
    int error;        /* 0 until one occurs; no token but END comes then. */
};

static void fail(struct parser *p, int error, const char *what)
{
    if (p->error == 0) {
        p->error = error;
        p->line->error = what;
    }
    p->token = END;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool ends_word(char c)
{
    return c == '\0' || is_blank(c) || strchr("\n;&|<>", c) != NULL;
}

/* Where the quoted text that begins at TEXT ends, or NULL if it does not. */
static const char *quote_end(const char *text)
{
    char quote = *text++;
    for (; *text != quote; text++) {
        if (*text == '\\' && quote == '"' && text[1] != '\0')
            text++;
        if (*text == '\0')
            return NULL;
    }
    return text + 1;
}

/* Where the word that begins at TEXT ends, or NULL if a quote in it does not. */
static const char *word_end(const char *text)
{
    while (text != NULL && !ends_word(*text)) {
        if (*text == '\'' || *text == '"')
            text = quote_end(text);
        else if (*text == '\\')
            text = text[1] != '\0' ? text + 2 : NULL;
        else
            text++;
    }
    return text;
}

/* Keeps N bytes at TEXT as a string of their own, or NULL. */
static const char *keep(struct parser *p, const char *text, size_t n)
{
    if (n + 1 > SH_TEXT_MAX - p->used) {
        fail(p, SH_TOO_LONG, "line too long");
        return NULL;
    }
    char *kept = p->line->text + p->used;
    memcpy(kept, text, n);
    kept[n] = '\0';
    p->used += n + 1;
    return kept;
}

static void take_word(struct parser *p)
{
    const char *end = word_end(p->at);
    if (end == NULL) {
        fail(p, SH_INCOMPLETE, "open quote");
        return;
    }
    p->word = keep(p, p->at, end - p->at);
    p->at = end;
    if (p->word != NULL)
        p->token = strcmp(p->word, "!") == 0 ? NOT : WORD;
}

static const struct operator
{
    char text[3];
    enum token token;
}
operators[] = {
    {"&&", AND},       {"||", OR},       {">>", APPEND}, {">&", DUPLICATE}, {";", SEMICOLON},
    {"\n", SEMICOLON}, {"&", AMPERSAND}, {"|", PIPE},    {"<", LESS},       {">", GREATER},
};

static bool take_operator(struct parser *p)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t n = strlen(operators[i].text);
        if (strncmp(p->at, operators[i].text, n) == 0) {
            p->token = operators[i].token;
            p->at += n;
            return true;
        }
    }
    return false;
}

static void skip_blanks(struct parser *p)
{
    while (is_blank(*p->at) || (p->at[0] == '\\' && p->at[1] == '\n'))
        p->at += *p->at == '\\' ? 2 : 1;
    if (*p->at == '#')
        p->at += strcspn(p->at, "\n");
}

/* Moves on to the next token. */
static void next(struct parser *p)
{
    if (p->error != 0)
        return;
    skip_blanks(p);
    p->fd = -1;
    if (is_digit(p->at[0]) && (p->at[1] == '<' || p->at[1] == '>')) {
        p->fd = p->at[0] - '0';
        p->at++;
    }
    if (*p->at == '\0')
        p->token = END;
    else if (!take_operator(p))
        take_word(p);
}

static void unexpected(struct parser *p)
{
    if (p->error == 0)
        fail(p, SH_SYNTAX, p->token == WORD ? p->word : names[p->token]);
}

/* Makes room for one more in a table of MAX that has *COUNT; its index, or -1. */
static int one_more(struct parser *p, int *count, int max)
{
    if (*count == max) {
        fail(p, SH_TOO_LONG, "line too long");
        return -1;
    }
    return (*count)++;
}

static void parse_redirect(struct parser *p)
{
    static const enum sh_redirect_kind kinds[] = {
        [LESS] = SH_READ, [GREATER] = SH_WRITE, [APPEND] = SH_APPEND, [DUPLICATE] = SH_DUPLICATE};
    int i = one_more(p, &p->line->n_redirects, SH_REDIRECTS_MAX);
    if (i < 0)
        return;
    struct sh_redirect *redirect = &p->line->redirects[i];
    redirect->kind = kinds[p->token];
    redirect->fd = p->fd >= 0 ? p->fd : p->token == LESS ? 0 : 1;
    next(p);
    bool number = p->token == WORD && is_digit(p->word[0]) && p->word[1] == '\0';
    if (p->token != WORD || (redirect->kind == SH_DUPLICATE && !number)) {
        unexpected(p);
        return;
    }
    redirect->target = p->word;
    next(p);
}

static void parse_word(struct parser *p)
{
    int i = one_more(p, &p->line->n_words, SH_WORDS_MAX);
    if (i < 0)
        return;
    p->line->words[i] = p->token == NOT ? "!" : p->word;
    next(p);
}

static void parse_command(struct parser *p)
{
    struct sh_line *line = p->line;
    int i = one_more(p, &line->n_commands, SH_COMMANDS_MAX);
    if (i < 0)
        return;
    struct sh_command *command = &line->commands[i];
    *command = (struct sh_command){.word = line->n_words, .redirect = line->n_redirects};
    for (;;) {
        if (p->token == WORD || (p->token == NOT && line->n_words > command->word))
            parse_word(p);
        else if (p->token >= LESS)
            parse_redirect(p);
        else
            break;
    }
    command->words = line->n_words - command->word;
    command->redirects = line->n_redirects - command->redirect;
    if (command->words + command->redirects == 0)
        unexpected(p);
}

/* Goes behind an operator that another command must follow, perhaps on the next line. */
static void expect_more(struct parser *p)
{
    do {
        next(p);
    } while (p->token == SEMICOLON && p->at[-1] == '\n');
    if (p->token == END)
        fail(p, SH_INCOMPLETE, "end of line");
}

static void parse_pipeline(struct parser *p, enum sh_join join)
{
    struct sh_line *line = p->line;
    int i = one_more(p, &line->n_pipelines, SH_COMMANDS_MAX);
    if (i < 0)
        return;
    struct sh_pipeline *pipeline = &line->pipelines[i];
    *pipeline = (struct sh_pipeline){.join = join, .command = line->n_commands};
    for (; p->token == NOT; next(p))
        pipeline->negated = !pipeline->negated;
    parse_command(p);
    while (p->token == PIPE) {
        expect_more(p);
        parse_command(p);
    }
    pipeline->commands = line->n_commands - pipeline->command;
}

static void parse_job(struct parser *p)
{
    struct sh_line *line = p->line;
    int i = one_more(p, &line->n_jobs, SH_COMMANDS_MAX);
    if (i < 0)
        return;
    struct sh_job *job = &line->jobs[i];
    *job = (struct sh_job){.pipeline = line->n_pipelines};
    parse_pipeline(p, SH_FIRST);
    while (p->token == AND || p->token == OR) {
        enum sh_join join = p->token == AND ? SH_AND : SH_OR;
        expect_more(p);
        parse_pipeline(p, join);
    }
    job->pipelines = line->n_pipelines - job->pipeline;
    job->background = p->token == AMPERSAND;
}

/* Semicolons with nothing between them are only allowed where lines end. */
static void skip_empty_lines(struct parser *p)
{
    while (p->token == SEMICOLON && p->at[-1] == '\n')
        next(p);
}

int sh_parse(struct sh_line *line, const char *source)
{
    struct parser p = {.line = line, .at = source};
    line->n_words = line->n_redirects = line->n_commands = line->n_pipelines = line->n_jobs = 0;
    line->error = NULL;
    next(&p);
    skip_empty_lines(&p);
    while (p.token != END) {
        parse_job(&p);
        if (p.token == SEMICOLON || p.token == AMPERSAND)
            next(&p);
        else if (p.token != END)
            unexpected(&p);
        skip_empty_lines(&p);
    }
    return p.error;
}
