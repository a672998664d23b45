/* SPDX-License-Identifier: MIT
 * The option -disk-fail=NAME:N[:K[:lost]]. */
#include "devices/block-fault.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "threads/cmdline.h"

static const char *disk_name; /* up to a colon */
static struct block_fault plan;
static bool armed; /* a disk has it */

/* Reads a decimal number at *P, moves *P past it.  False if there is none or it is too long. */
static bool parse_number(const char **p, uint32_t *number)
{
    const char *start = *p;
    *number = 0;
    while (isdigit(**p))
        *number = *number * 10 + (*(*p)++ - '0');
    return *p > start && *p - start < 10;
}

static int parse_fault(const char *value)
{
    const char *p = value != NULL ? strchr(value, ':') : NULL;
    if (p == NULL)
        return -EINVAL;
    disk_name = value;
    plan = (struct block_fault){.cnt = 1, .kind = FAULT_ERROR};
    p++;
    if (!parse_number(&p, &plan.before))
        return -EINVAL;
    if (*p == ':' && (p++, !parse_number(&p, &plan.cnt)))
        return -EINVAL;
    if (!strcmp(p, ":lost"))
        plan.kind = FAULT_LOSE;
    else if (*p != '\0')
        return -EINVAL;
    return 0;
}

CMDLINE_OPTION_NAMED(disk_fail, "disk-fail", parse_fault,
                     "NAME:N[:K[:lost]]: commands N to N+K-1 of disk NAME fail");

void block_fault_arm(struct block_fault *fault, const char *name)
{
    size_t len = strlen(name);
    if (disk_name != NULL && strlen(disk_name) > len && !memcmp(disk_name, name, len) &&
        disk_name[len] == ':') {
        *fault = plan;
        armed = true;
    }
}

const char *block_fault_unarmed(void)
{
    return armed ? NULL : disk_name;
}
