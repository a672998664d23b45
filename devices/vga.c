/* SPDX-License-Identifier: MIT
 * 80x25 text screen with scrolling and hardware cursor.
 *
 * Every access to the adapter's memory leaves translated code on an emulator, so a line is
 * scrolled away by moving the displayed window down the adapter's 32 kB of text memory (CRT
 * controller registers 0x0c/0x0d), not by copying the screen; only when the window reaches the end
 * of that memory is it copied back to the start, once in 179 lines.
 *
 * Guarded by disabling interrupts.
 */
#include "devices/vga.h"

#include <stdbool.h>
#include <stdint.h>

#include "threads/interrupt.h"
#include "threads/io.h"
#include "threads/vaddr.h"

#define COL_CNT 80
#define ROW_CNT 25
#define MEMORY_PHYS 0xb8000
#define MEMORY_ROWS (32 * 1024 / (2 * COL_CNT)) /* 204 */

#define CRTC_INDEX 0x3d4
#define CRTC_DATA 0x3d5
#define CRTC_START_HIGH 0x0c
#define CRTC_CURSOR_HIGH 0x0e

#define BLANK 0x0720 /* a space, light grey on black */

static bool initialised, absent;
static volatile uint16_t *memory;
static unsigned top;  /* first row of memory that is displayed */
static unsigned x, y; /* cursor, relative to the displayed window */

/* Writes VALUE to a pair of CRT controller registers, high byte first. */
static void crtc_write(uint8_t index, uint16_t value)
{
    outw(CRTC_INDEX, index | (value & 0xff00));
    outw(CRTC_INDEX, (index + 1) | (value & 0xff) << 8);
}

static uint16_t crtc_read(uint8_t index)
{
    outb(CRTC_INDEX, index);
    uint16_t high = inb(CRTC_DATA);
    outb(CRTC_INDEX, index + 1);
    return high << 8 | inb(CRTC_DATA);
}

static void clear_rows(unsigned row, unsigned cnt)
{
    volatile uint32_t *p = (volatile uint32_t *)(memory + row * COL_CNT);
    for (unsigned i = 0; i < cnt * COL_CNT / 2; i++)
        p[i] = BLANK << 16 | BLANK;
}

static void clear_screen(void)
{
    top = x = y = 0;
    clear_rows(0, ROW_CNT);
    crtc_write(CRTC_START_HIGH, 0);
}

/* Takes over the screen below what firmware left on it. */
static void init(void)
{
    initialised = true;
    memory = ptov(MEMORY_PHYS);
    uint16_t saved = memory[0];
    memory[0] = saved ^ 0x00ff;
    absent = memory[0] != (uint16_t)(saved ^ 0x00ff);
    memory[0] = saved;
    if (absent)
        return;
    crtc_write(CRTC_START_HIGH, 0);
    unsigned cursor = crtc_read(CRTC_CURSOR_HIGH);
    if (cursor >= COL_CNT * ROW_CNT)
        cursor = 0;
    x = cursor % COL_CNT;
    y = cursor / COL_CNT;
}

static void copy_window_to_start(void)
{
    volatile uint32_t *to = (volatile uint32_t *)memory;
    volatile uint32_t *from = (volatile uint32_t *)(memory + top * COL_CNT);
    for (unsigned i = 0; i < (ROW_CNT - 1) * COL_CNT / 2; i++)
        to[i] = from[i];
}

static void newline(void)
{
    x = 0;
    if (++y < ROW_CNT)
        return;
    y = ROW_CNT - 1;
    if (++top + ROW_CNT > MEMORY_ROWS) {
        copy_window_to_start();
        top = 0;
    }
    clear_rows(top + y, 1);
}

static void put(uint8_t c)
{
    switch (c) {
    case '\n':
        newline();
        break;
    case '\r':
        x = 0;
        break;
    case '\b':
        if (x > 0)
            x--;
        break;
    case '\t':
        x = (x / 8 + 1) * 8;
        if (x >= COL_CNT)
            newline();
        break;
    case '\f':
        clear_screen();
        break;
    case '\a':
        break;
    default:
        memory[(top + y) * COL_CNT + x] = 0x0700 | c;
        if (++x == COL_CNT)
            newline();
    }
}

static void write_piece(const char *data, size_t n)
{
    unsigned old_top = top;
    for (size_t i = 0; i < n; i++)
        put(data[i]);
    if (top != old_top)
        crtc_write(CRTC_START_HIGH, top * COL_CNT);
    crtc_write(CRTC_CURSOR_HIGH, (top + y) * COL_CNT + x);
}

void vga_write(const char *data, size_t n)
{
    while (n > 0 && !absent) {
        size_t piece = n < COL_CNT ? n : COL_CNT; /* bounds the time with interrupts off */
        enum intr_level old_level = intr_disable();
        if (!initialised)
            init();
        if (!absent)
            write_piece(data, piece);
        intr_set_level(old_level);
        data += piece;
        n -= piece;
    }
}
