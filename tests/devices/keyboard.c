/* SPDX-License-Identifier: MIT
 * Scan codes, put into the keyboard controller's output as if keys had been pressed, come out of
 * input_getc() as the characters they mean.
 */
#include "devices/input.h"
#include "devices/timer.h"
#include "tests/ktest.h"
#include "threads/io.h"

#define KBC_DATA 0x60
#define KBC_COMMAND 0x64
#define KBC_INPUT_FULL 0x02
#define KBC_OUTPUT_FULL 0x01
#define KBC_WRITE_OUTPUT 0xd2

static void press(const char *codes, int n)
{
    for (int i = 0; i < n; i++) {
        while (inb(KBC_COMMAND) & (KBC_INPUT_FULL | KBC_OUTPUT_FULL))
            timer_udelay(10);
        outb(KBC_COMMAND, KBC_WRITE_OUTPUT);
        outb(KBC_DATA, codes[i]);
        timer_udelay(100);
    }
}

static void expect_typed(const char *want)
{
    for (; *want != '\0'; want++) {
        uint8_t c = input_getc();
        if (c != (uint8_t)*want)
            fail("typed %#x, not %#x", c, (uint8_t)*want);
    }
}

#define PRESS(codes) press(codes, sizeof codes - 1)

KTEST(keyboard)
{
    PRESS("\x1e\x9e\x30\xb0"); /* a b */
    expect_typed("ab");
    PRESS("\x2a\x1e\x9e\x02\x82\xaa\x1e\x9e\x02\x82"); /* shift down: a 1, up: a 1 */
    expect_typed("A!a1");
    PRESS("\x3a\xba\x1e\x9e\x02\x82\x36\x1e\x9e\xb6\x3a\xba\x1e\x9e"); /* caps, shift in caps */
    expect_typed("A1aa");
    PRESS("\x1d\x2e\xae\x9d"); /* control-C */
    expect_typed("\x03");
    PRESS("\xe0\x53\xe0\xd3\xe0\x2a\xe0\x48\xe0\xc8\xe0\xaa\x1e\x9e"); /* delete, up, a */
    expect_typed("\033[3~\033[Aa");
    PRESS("\x1c\x9c\x39\xb9\x35\xb5\xe0\x35\xe0\xb5\x2b\xab"); /* enter, space, both /, backslash */
    expect_typed("\r //\\");
}
