/* SPDX-License-Identifier: MIT
 * The kernel command line: options, then actions.
 *
 *     [-NAME[=VALUE]...] [ACTION ARGUMENT...]...
 *
 * Words are separated by spaces; quotes of either kind keep spaces in a word ('cat a b').  An
 * option or an action is declared in the file that acts on it:
 *
 *     CMDLINE_OPTION(ul, set_user_limit, "PAGES: limit the frames of user pages");
 *     CMDLINE_ACTION("cat", 1, cat_file, "FILE: print a file");
 *
 * Options are handled before memory and threads are set up: a handler looks at its value and
 * stores it, and may print.  An option whose name is no C identifier uses CMDLINE_OPTION_NAMED.
 */
#ifndef THREADS_CMDLINE_H
#define THREADS_CMDLINE_H

/* VALUE is what follows "=", NULL without.  Returns 0, or -EINVAL: the boot is then refused. */
typedef int cmdline_option_func(const char *value);

/* ARGV[0] is the action's name, its arguments follow.  Runs in a thread and may sleep.  Returns 0,
 * or anything else if it did not succeed: then the outcome of the run is "failed". */
typedef int cmdline_action_func(char **argv);

struct cmdline_option {
    const char *name;
    cmdline_option_func *handler;
    const char *help; /* "VALUE: what it does", or "what it does". */
};

struct cmdline_action {
    const char *name;
    int argc; /* Number of arguments after the name. */
    cmdline_action_func *handler;
    const char *help;
};

/* The section's name makes the linker sort options and actions by theirs. */
#define CMDLINE_OPTION_NAMED(id, nam, hnd, hlp)                                                    \
    static const struct cmdline_option cmdline_option_##id = {nam, hnd, hlp};                      \
    static const struct cmdline_option *const cmdline_option_##id##_ptr                            \
        __attribute__((used, section(".cmdline_option." nam))) = &cmdline_option_##id

#define CMDLINE_OPTION(nam, hnd, hlp) CMDLINE_OPTION_NAMED(nam, #nam, hnd, hlp)

#define CMDLINE_ACTION(nam, cnt, hnd, hlp)                                                         \
    static const struct cmdline_action cmdline_action_##hnd = {nam, cnt, hnd, hlp};                \
    static const struct cmdline_action *const cmdline_action_##hnd##_ptr                           \
        __attribute__((used, section(".cmdline_action." nam))) = &cmdline_action_##hnd

/* A number from an option's value: decimal, or hexadecimal after 0x.  0, or -EINVAL when VALUE is
 * NULL, not a number from first to last character, or not in MIN...MAX. */
int cmdline_number(const char *value, unsigned long min, unsigned long max, unsigned long *number);

/* For init.c.  Splits LINE in place, handles its options, checks that its actions exist.  When
 * something is wrong: prints what, and the list, and refuses the boot. */
void cmdline_parse(char *line);

/* Runs the actions in order.  Returns how many there were. */
int cmdline_run_actions(void);

/* Prints the options and actions there are. */
void cmdline_print_help(void);

#endif
