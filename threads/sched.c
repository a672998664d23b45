/* SPDX-License-Identifier: MIT
 * Which scheduler is in use: -sched=NAME.
 */
#include "threads/sched.h"
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "threads/cmdline.h"
#include "threads/thread.h"

static const struct sched_ops *const all[] = {&sched_prio, &sched_mlfqs, &sched_rr, &sched_stride};

const struct sched_ops *sched = &sched_prio;
bool thread_mlfqs;

void sched_init(void)
{
    thread_mlfqs = sched == &sched_mlfqs;
    sched->init();
}

static int sched_option(const char *value)
{
    for (size_t i = 0; value != NULL && i < sizeof all / sizeof *all; i++) {
        if (strcmp(value, all[i]->name) == 0) {
            sched = all[i];
            return 0;
        }
    }
    return -EINVAL;
}

static int mlfqs_option(const char *value)
{
    return value == NULL ? sched_option("mlfqs") : -EINVAL;
}

CMDLINE_OPTION(sched, sched_option, "prio|mlfqs|rr|stride: the scheduler");
CMDLINE_OPTION(mlfqs, mlfqs_option, "the same as -sched=mlfqs");
