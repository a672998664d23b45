/* SPDX-License-Identifier: MIT
 * The keyboard and the console as a program reads and writes them.
 *
 * Output goes through kernel memory first, since the console's lock must not be held across a page
 * fault.
 */
#include "userprog/terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include "devices/input.h"
#include "threads/malloc.h"
#include "threads/synch.h"
#include "threads/vaddr.h"
#include "userprog/job.h"
#include "userprog/uaccess.h"

/* Held over the pieces of a console write too big to go out in one, so that those of two programs
 * do not mix, and the line of a third that ends is not among them.  Page faults happen under it:
 * nothing that resolves them takes it or waits for a process's end. */
static struct lock console_turn;

void terminal_init(void)
{
    lock_init(&console_turn);
}

void terminal_print_end(const char *name, int status)
{
    lock_acquire(&console_turn);
    printf("%s: exit(%d)\n", name, status);
    lock_release(&console_turn);
}

int terminal_read(uintptr_t dst, size_t n)
{
    char keys[64];
    int err;
    for (size_t done = 0; done < n;) {
        size_t piece = n - done < sizeof keys ? n - done : sizeof keys;
        for (size_t i = 0; i < piece; i++)
            if ((err = input_read((uint8_t *)&keys[i], job_check_reader)) < 0)
                return err;
        if (uaccess_write(dst + done, keys, piece) < 0)
            return -EFAULT;
        done += piece;
    }
    return n;
}

static int print_piece(uintptr_t src, char *buffer, size_t n)
{
    if (uaccess_read(buffer, src, n) < 0)
        return -EFAULT;
    putbuf(buffer, n);
    return n;
}

/* A write that fits into BUFFER of SIZE goes out as it is; a longer one in pieces, during which no
 * other program's writes come between. */
static int print_pieces(uintptr_t src, size_t n, char *buffer, size_t size)
{
    int result = 0;
    lock_acquire(&console_turn);
    for (size_t done = 0; done < n && result >= 0; done += size)
        result = print_piece(src + done, buffer, n - done < size ? n - done : size);
    lock_release(&console_turn);
    return result < 0 ? result : (int)n;
}

int terminal_write(uintptr_t src, size_t n)
{
    char small[128];
    if (n <= sizeof small)
        return print_pieces(src, n, small, sizeof small);

    size_t size = n < 4 * PGSIZE ? n : 4 * PGSIZE;
    char *buffer = malloc(size);
    if (buffer == NULL)
        return print_pieces(src, n, small, sizeof small);
    int result = print_pieces(src, n, buffer, size);
    free(buffer);
    return result;
}
