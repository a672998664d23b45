/* SPDX-License-Identifier: MIT
 * The shell's grammar: lists, pipelines, redirections, quotes and comments are cut as they should
 * be, and what is wrong is told from what is not finished yet.
 *
 * @sources: examples/lib/shparse.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "examples/lib/shparse.h"

static struct sh_line line;

/* Writes a command as its words and redirections: "cat,x<file". */
static void show_command(char *out, size_t size, const struct sh_command *command)
{
    static const char *const marks[] = {"<", ">", ">>", ">&"};
    for (int i = 0; i < command->words; i++)
        snprintf(out + strlen(out), size - strlen(out), "%s%s", i > 0 ? "," : "",
                 line.words[command->word + i]);
    for (int i = 0; i < command->redirects; i++) {
        const struct sh_redirect *r = &line.redirects[command->redirect + i];
        snprintf(out + strlen(out), size - strlen(out), " %d%s%s", r->fd, marks[r->kind],
                 r->target);
    }
}

static void show_pipeline(char *out, size_t size, const struct sh_pipeline *pipeline)
{
    static const char *const joins[] = {"", " && ", " || "};
    snprintf(out + strlen(out), size - strlen(out), "%s%s", joins[pipeline->join],
             pipeline->negated ? "! " : "");
    for (int i = 0; i < pipeline->commands; i++) {
        snprintf(out + strlen(out), size - strlen(out), "%s", i > 0 ? " | " : "");
        show_command(out, size, &line.commands[pipeline->command + i]);
    }
}

static void check(const char *source, const char *wanted)
{
    char seen[8192] = "";
    int error = sh_parse(&line, source);
    if (error != 0) {
        snprintf(seen, sizeof seen, "error %d", error);
    } else {
        for (int i = 0; i < line.n_jobs; i++) {
            for (int k = 0; k < line.jobs[i].pipelines; k++)
                show_pipeline(seen, sizeof seen, &line.pipelines[line.jobs[i].pipeline + k]);
            strncat(seen, line.jobs[i].background ? " &; " : "; ", 5);
        }
    }
    if (strcmp(seen, wanted) != 0) {
        printf("%s\n   means: %s\n  wanted: %s\n", source, seen, wanted);
        exit(1);
    }
}

static void check_lists(void)
{
    check("", "");
    check("   # only a comment", "");
    check("ls", "ls; ");
    check("ls -l  a\tb", "ls,-l,a,b; ");
    check("a;b ; c;", "a; b; c; ");
    check("a & b&", "a &; b &; ");
    check("a && b || c &", "a && b || c &; ");
    check("a | b | c", "a | b | c; ");
    check("! a | b && ! c", "! a | b && ! c; ");
    check("! ! a", "a; ");
    check("echo !", "echo,!; ");
    check("a\nb\n\n c", "a; b; c; ");
    check("a &&\n b |\n\n c", "a && b | c; ");
    check("a#b #c", "a#b; ");
    check("echo a \\\n b", "echo,a,b; ");
}

static void check_redirects(void)
{
    check("a<b>c", "a 0<b 1>c; ");
    check("> out a >> more", "a 1>out 1>>more; ");
    check("a 2> err 2>&1", "a 2>err 2>&1; ");
    check("a b2>c", "a,b2 1>c; ");
    check("a 2 >c", "a,2 1>c; ");
    check("<x", " 0<x; ");
    check("a | b > c & d", "a | b 1>c &; d; ");
}

static void check_quotes(void)
{
    check("echo 'a b' \"c;d\" e\\ f", "echo,'a b',\"c;d\",e\\ f; ");
    check("echo a'b|c'\"d&e\"f", "echo,a'b|c'\"d&e\"f; ");
    check("echo \"a\\\"b\"", "echo,\"a\\\"b\"; ");
    check("echo '#' '!'", "echo,'#','!'; ");
    check("echo 'two\nlines'", "echo,'two\nlines'; ");
}

static void check_errors(void)
{
    check("echo 'open", "error -1");
    check("echo \"open", "error -1");
    check("echo \"open\\\"", "error -1");
    check("a |", "error -1");
    check("a &&\n", "error -1");
    check("a ||", "error -1");
    check("a \\", "error -1");
    check("| a", "error -2");
    check("a | | b", "error -2");
    check(";", "error -2");
    check("a ;; b", "error -2");
    check("& a", "error -2");
    check("a >", "error -2");
    check("a > > b", "error -2");
    check("a >&x", "error -2");
    check("a && ; b", "error -2");
    check("!", "error -2");
}

/* Everything has a limit, and one past each is refused. */
static void check_sizes(void)
{
    char text[3 * SH_TEXT_MAX] = "";
    for (int i = 0; i < SH_WORDS_MAX; i++)
        strcat(text, "a ");
    if (sh_parse(&line, text) != 0 || line.n_words != SH_WORDS_MAX)
        exit(printf("%d words are refused\n", SH_WORDS_MAX));
    check(strcat(text, "b"), "error -3");

    text[0] = '\0';
    for (int i = 0; i <= SH_COMMANDS_MAX; i++)
        strcat(text, "a;");
    check(text, "error -3");
    text[0] = '\0';
    for (int i = 0; i <= SH_REDIRECTS_MAX; i++)
        strcat(text, "<a ");
    check(text, "error -3");
    memset(text, 'x', SH_TEXT_MAX);
    text[SH_TEXT_MAX] = '\0';
    check(text, "error -3");
    text[SH_TEXT_MAX - 1] = '\0';
    if (sh_parse(&line, text) != 0)
        exit(printf("a word of %d characters is refused\n", SH_TEXT_MAX - 1));
}

/* Whatever the text, parsing it ends within its bounds, which the sanitizers watch. */
static void check_random(void)
{
    static const char letters[] = "ab '\"\\;&|<>!#$\n12";
    srand(1);
    for (int i = 0; i < 200000; i++) {
        char text[40];
        int n = rand() % (int)sizeof text;
        for (int k = 0; k < n; k++)
            text[k] = letters[rand() % (int)(sizeof letters - 1)];
        text[n] = '\0';
        char *exact = strdup(text);
        int error = sh_parse(&line, exact);
        if (error < SH_TOO_LONG || error > 0)
            exit(printf("%s: result %d\n", text, error));
        free(exact);
    }
}

int main(void)
{
    check_lists();
    check_redirects();
    check_quotes();
    check_errors();
    check_sizes();
    check_random();
    return 0;
}
