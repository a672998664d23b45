/* SPDX-License-Identifier: MIT
 * System calls that tell about the machine: time, processes, counters; limits.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syscall-abi.h>
#include "devices/rtc.h"
#include "devices/timer.h"
#include "threads/kstat.h"
#include "userprog/process.h"
#include "userprog/rgroup.h"
#include "userprog/syscall.h"
#include "userprog/uaccess.h"

/* The clock is read once; from then on the timer counts. */
int sys_time(const uint32_t *args)
{
    static int64_t boot; /* Seconds since 1970 when the timer began.  Twice computed is no harm. */
    int64_t us = timer_now_us();
    if (boot == 0)
        boot = rtc_get_time() - us / 1000000;
    struct timespec now = {
        .tv_sec = boot + us / 1000000,
        .tv_nsec = us % 1000000 * 1000,
    };
    return uaccess_write(args[0], &now, sizeof now);
}

int sys_proc_info(const uint32_t *args)
{
    struct proc_info info;
    int err = process_describe(args[0], &info);
    return err < 0 ? err : uaccess_write(args[1], &info, sizeof info);
}

int sys_kstat_read(const uint32_t *args)
{
    struct kstat_info info;
    const struct kstat *k = kstat_at(args[0]);
    if (k == NULL)
        return -ENOENT;
    memset(&info, 0, sizeof info);
    snprintf(info.name, sizeof info.name, "%s.%s", k->group, k->name);
    strlcpy(info.unit, k->unit, sizeof info.unit);
    info.value = kstat_read(k);
    return uaccess_write(args[1], &info, sizeof info);
}

int sys_limit_set(const uint32_t *args)
{
    struct limits limits;
    if (uaccess_read(&limits, args[0], sizeof limits) < 0)
        return -EFAULT;
    return rgroup_set_limits(&limits);
}

int sys_limit_get(const uint32_t *args)
{
    struct limits limits, used;
    rgroup_get_limits(&limits, &used);
    int err = args[0] != 0 ? uaccess_write(args[0], &limits, sizeof limits) : 0;
    return err == 0 && args[1] != 0 ? uaccess_write(args[1], &used, sizeof used) : err;
}
