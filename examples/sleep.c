/* SPDX-License-Identifier: MIT
 * Waits.
 *
 *     sleep SECONDS        with up to three decimals
 *
 * @sources: examples/lib/tool.c
 */
#include <string.h>
#include "examples/lib/tool.h"

/* The milliseconds that DECIMALS, what is behind the point, are. */
static unsigned milliseconds(const char *decimals)
{
    char digits[4] = "000";
    size_t n = strlen(decimals);
    memcpy(digits, decimals, n < 3 ? n : 3);
    return tool_number(digits);
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    if (argc != 2)
        tool_usage("sleep SECONDS");
    char *point = strchr(argv[1], '.');
    unsigned ms = 0;
    if (point != NULL) {
        *point = '\0';
        ms = milliseconds(point + 1);
    }
    unsigned seconds = *argv[1] != '\0' ? tool_number(argv[1]) : 0;
    if (seconds > 4000000)
        return tool_error("%s: too long", argv[1]);
    int error = sleep_ms(seconds * 1000 + ms);
    return error < 0 ? tool_failed("sleep", error) : EXIT_SUCCESS;
}
