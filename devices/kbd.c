/* SPDX-License-Identifier: MIT
 * PS/2 keyboard, scan code set 1 (which the controller translates to), US layout.
 *
 * All state belongs to the interrupt handler.
 */
#include "devices/kbd.h"

#include <stdbool.h>
#include <stdint.h>

#include "devices/input.h"
#include "devices/shutdown.h"
#include "threads/interrupt.h"
#include "threads/io.h"

#define KBD_DATA 0x60
#define KBD_STATUS 0x64
#define STATUS_FULL 0x01
#define KBD_VECTOR 0x21
#define BURST 16 /* the controller's own queue: as many bytes as one interrupt handles */

#define SCAN_PREFIX 0xe0
#define SCAN_RELEASE 0x80
#define SCAN_CTRL 0x1d
#define SCAN_LEFT_SHIFT 0x2a
#define SCAN_RIGHT_SHIFT 0x36
#define SCAN_ALT 0x38
#define SCAN_CAPS 0x3a
#define SCAN_DELETE 0x53

/* What keys 0x01-0x39 type, alone and with shift; 0 = nothing. */
static const char plain[] = "\0331234567890-=\b\tqwertyuiop[]\r\0asdfghjkl;'`\0\\zxcvbnm,./\0*\0 ";
static const char shifted[] =
    "\033!@#$%^&*()_+\b\tQWERTYUIOP{}\r\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0*\0 ";
_Static_assert(sizeof plain == sizeof shifted && sizeof plain == 0x39 + 1, "one entry per key");

static bool shift_left, shift_right, ctrl, alt, caps;
static bool prefixed; /* the byte before was SCAN_PREFIX */

/* If CODE is a key that modifies others, notes its state and returns true. */
static bool note_modifier(uint8_t code, bool down)
{
    switch (code) {
    case SCAN_LEFT_SHIFT:
        shift_left = down && !prefixed; /* with the prefix it is no key, but part of one */
        return true;
    case SCAN_RIGHT_SHIFT:
        shift_right = down && !prefixed;
        return true;
    case SCAN_CTRL:
        ctrl = down;
        return true;
    case SCAN_ALT:
        alt = down;
        return true;
    case SCAN_CAPS:
        caps ^= down;
        return true;
    }
    return false;
}

/* The keys that are not characters, by their prefixed codes: what terminals send for them behind
 * ESC [. */
static const struct {
    uint8_t code;
    char text[3];
} sequences[] = {{0x48, "A"}, {0x50, "B"}, {0x4d, "C"},        {0x4b, "D"},
                 {0x47, "H"}, {0x4f, "F"}, {SCAN_DELETE, "3~"}};

/* Types the sequence of prefixed key CODE; false if it has none. */
static bool type_sequence(uint8_t code)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (sequences[i].code != code)
            continue;
        input_put('\033');
        input_put('[');
        for (const char *p = sequences[i].text; *p != '\0'; p++)
            input_put(*p);
        return true;
    }
    return false;
}

/* The character that key CODE types with the modifiers as they are, or 0. */
static uint8_t translate(uint8_t code)
{
    if (code == 0 || code >= sizeof plain)
        return 0;
    if (prefixed && code != 0x1c && code != 0x35) /* the keypad's enter and slash */
        return 0;
    bool shift = shift_left || shift_right;
    uint8_t c = plain[code - 1];
    if (caps && c >= 'a' && c <= 'z')
        shift = !shift;
    if (shift)
        c = shifted[code - 1];
    if (ctrl && c >= '@' && c < 0x7f)
        c &= 0x1f;
    return c;
}

static void handle_code(uint8_t code)
{
    if (code == SCAN_PREFIX) {
        prefixed = true;
        return;
    }
    bool down = !(code & SCAN_RELEASE);
    code &= ~SCAN_RELEASE;
    if (!note_modifier(code, down) && down) {
        if (code == SCAN_DELETE && ctrl && alt)
            shutdown_reboot();
        uint8_t c = prefixed && type_sequence(code) ? 0 : translate(code);
        if (c != 0)
            input_put(alt ? c | 0x80 : c);
    }
    prefixed = false;
}

static void kbd_interrupt(struct intr_frame *frame)
{
    for (int i = 0; i < BURST && (inb(KBD_STATUS) & STATUS_FULL); i++)
        handle_code(inb(KBD_DATA));
}

void kbd_init(void)
{
    intr_register_ext(KBD_VECTOR, kbd_interrupt, "keyboard");
}
