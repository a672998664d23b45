/* SPDX-License-Identifier: MIT
 * What vga_write() puts on the screen: read back from the adapter's memory, where the CRT
 * controller says that the screen begins.  Run by vga_text.py, which gives the machine a screen.
 * @kind: helper
 */
#include "devices/vga.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/ktest.h"
#include "threads/interrupt.h"
#include "threads/io.h"
#include "threads/vaddr.h"

#define COLS 80
#define ROWS 25

static uint16_t crtc(uint8_t index)
{
    outb(0x3d4, index);
    uint16_t high = inb(0x3d5);
    outb(0x3d4, index + 1);
    return high << 8 | inb(0x3d5);
}

/* Expects TEXT, then blanks, in ROW of the screen. */
static void expect_row(int row, const char *text)
{
    const volatile uint16_t *cell = (uint16_t *)ptov(0xb8000) + crtc(0x0c) + row * COLS;
    size_t len = strlen(text);
    for (size_t x = 0; x < COLS; x++) {
        uint8_t want = x < len ? text[x] : ' ';
        if ((cell[x] & 0xff) != want)
            fail("row %d column %d shows %#x, not %#x", row, (int)x, cell[x] & 0xff, want);
    }
}

static void expect_cursor(int row, int col)
{
    int at = crtc(0x0e) - crtc(0x0c);
    if (at != row * COLS + col)
        fail("the cursor is in row %d column %d, not %d, %d", at / COLS, at % COLS, row, col);
}

static void write(const char *text)
{
    vga_write(text, strlen(text));
}

/* Interrupts off: whatever prints would be in the way. */
KTEST(screen)
{
    char line[COLS + 1], number[16];

    enum intr_level old_level = intr_disable();
    write("\fone\ntwo\tx\by\rT\n");
    expect_row(0, "one");
    expect_row(1, "Two     y");
    expect_row(2, "");
    expect_cursor(2, 0);

    memset(line, '-', COLS);
    line[COLS] = '\0';
    write("\f");
    write(line);
    write("ab");
    expect_row(0, line);
    expect_row(1, "ab");
    expect_cursor(1, 2);

    write("\f");
    for (int i = 0; i < 1000; i++) { /* several times around the adapter's memory */
        snprintf(number, sizeof number, "%s%d", i > 0 ? "\n" : "", i);
        write(number);
        for (int row = 0; i % 41 == 0 && row < ROWS && row <= i; row++) {
            snprintf(number, sizeof number, "%d", i < ROWS ? row : i - ROWS + 1 + row);
            expect_row(row, number);
        }
    }
    expect_row(24, "999");
    expect_cursor(24, 3);
    write("\n");
    expect_row(0, "976");
    expect_row(24, "");
    intr_set_level(old_level);
}
