/* SPDX-License-Identifier: MIT
 * For tests that end processes: what these do for ever, or until they are ended.
 */
#ifndef TESTS_USERPROG_ASLEEP_H
#define TESTS_USERPROG_ASLEEP_H

#include <mutex.h>
#include <stdio.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

static volatile int word;
static char buffer[8192];

static void in_sleep(void)
{
    sleep_ms(1000000);
}

static void in_pipe_read(void)
{
    int fds[2];
    pipe(fds);
    read(fds[0], buffer, 1);
}

static void in_pipe_write(void)
{
    int fds[2];
    pipe(fds);
    write(fds[1], buffer, sizeof buffer);
}

static void in_futex(void)
{
    futex_wait(&word, 0, 0);
}

static void in_loop(void)
{
    for (;;)
        word++;
}

#endif
