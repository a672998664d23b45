/* SPDX-License-Identifier: MIT
 * Ends processes.
 *
 *     kill [-SIGNAL] PID...        a number, or INT QUIT KILL SEGV PIPE TERM; else TERM
 *
 * @sources: examples/lib/tool.c
 */
#include <string.h>
#include "examples/lib/tool.h"

static const struct {
    const char *name;
    int number;
} signals[] = {{"INT", SIGINT},   {"QUIT", SIGQUIT}, {"KILL", SIGKILL},
               {"SEGV", SIGSEGV}, {"PIPE", SIGPIPE}, {"TERM", SIGTERM}};

static int signal_number(const char *text)
{
    if (strncmp(text, "SIG", 3) == 0)
        text += 3;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (strcmp(signals[i].name, text) == 0)
            return signals[i].number;
    return tool_number(text);
}

int main(int argc, char *argv[])
{
    int signal = SIGTERM, result = EXIT_SUCCESS;
    tool_begin(argv);
    if (argc > 1 && argv[1][0] == '-') {
        signal = signal_number(argv[1] + 1);
        argv++;
        argc--;
    }
    if (argc < 2)
        tool_usage("kill [-SIGNAL] PID...");
    for (int i = 1; i < argc; i++) {
        int error = kill(tool_number(argv[i]), signal);
        if (error < 0)
            result = tool_failed(argv[i], error);
    }
    return result;
}
