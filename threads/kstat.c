/* SPDX-License-Identifier: MIT
 * Finding, reading and printing the kernel's counters.
 */
#include "threads/kstat.h"
#include <stdio.h>
#include <string.h>
#include "threads/interrupt.h"

extern struct kstat *__start_kstat[], *__stop_kstat[];
static size_t forgotten; /* Of those linked: so many at the end of the table are none any more. */

/* Registered at run time, in that order; guarded by disabling interrupts, and never shortened. */
static struct kstat *first_late;
static struct kstat **last_late = &first_late;

uint64_t kstat_read(const struct kstat *k)
{
    if (k->gauge != NULL)
        return k->gauge();
    enum intr_level old = intr_disable();
    uint64_t value = *(const volatile uint64_t *)&k->value;
    intr_set_level(old);
    return value;
}

void kstat_register(struct kstat *k)
{
    k->next = NULL;
    enum intr_level old = intr_disable();
    *last_late = k;
    last_late = &k->next;
    intr_set_level(old);
}

void kstat_forget(const void *start, const void *end)
{
    struct kstat **kept = __start_kstat;
    for (struct kstat **k = __start_kstat; k < __stop_kstat; k++)
        if ((const void *)*k < start || (const void *)*k >= end)
            *kept++ = *k;
    forgotten = __stop_kstat - kept;
}

const struct kstat *kstat_at(size_t i)
{
    size_t linked = __stop_kstat - __start_kstat - forgotten;
    if (i < linked)
        return __start_kstat[i];
    const struct kstat *k = first_late;
    for (i -= linked; k != NULL && i > 0; i--)
        k = k->next;
    return k;
}

static bool is_named(const struct kstat *k, const char *group_dot_name)
{
    size_t len = strlen(k->group);
    return strncmp(k->group, group_dot_name, len) == 0 && group_dot_name[len] == '.' &&
           strcmp(k->name, group_dot_name + len + 1) == 0;
}

const struct kstat *kstat_find(const char *group_dot_name)
{
    const struct kstat *k;
    for (size_t i = 0; (k = kstat_at(i)) != NULL; i++) {
        if (is_named(k, group_dot_name))
            return k;
    }
    return NULL;
}

void kstat_print_all(void)
{
    const struct kstat *k;
    for (size_t i = 0; (k = kstat_at(i)) != NULL; i++)
        printf("KSTAT %s.%s %llu\n", k->group, k->name, kstat_read(k));
}
