/* SPDX-License-Identifier: MIT
 * Counters carry into their upper half, are found by name, and no two have the same one.
 */
#include <string.h>
#include "tests/ktest.h"
#include "threads/kstat.h"

KSTAT_DEFINE(counted, "ktest", "counted", "times", "for this test");

static uint64_t forty_two(void)
{
    return 42;
}

KSTAT_GAUGE(gauge, "ktest", "gauge", "units", "for this test", forty_two);

KTEST(kstat_counts)
{
    kstat_inc(&counted);
    kstat_add(&counted, 0xfffffffe);
    KTEST_ASSERT(kstat_read(&counted) == 0xffffffff);
    kstat_inc(&counted);
    KTEST_ASSERT(kstat_read(&counted) == 0x100000000);
    kstat_add(&counted, 0xffffffff);
    KTEST_ASSERT(kstat_read(&counted) == 0x1ffffffff);
    KTEST_ASSERT(kstat_find("ktest.counted") == &counted);
    KTEST_ASSERT(kstat_read(kstat_find("ktest.gauge")) == 42);
    KTEST_ASSERT(kstat_find("ktest") == NULL && kstat_find("ktest.") == NULL);
    KTEST_ASSERT(kstat_find("ktest.count") == NULL && kstat_find("kt.est.counted") == NULL);
}

KTEST(kstat_registered_late)
{
    static struct kstat late = {.group = "ktest", .name = "late", .unit = "", .help = ""};
    kstat_register(&late);
    kstat_inc(&late);
    KTEST_ASSERT(kstat_find("ktest.late") == &late && kstat_read(&late) == 1);
}

KTEST(kstat_names_unique)
{
    const struct kstat *a, *b;
    for (size_t i = 0; (a = kstat_at(i)) != NULL; i++) {
        KTEST_ASSERT(a->unit != NULL && a->help != NULL);
        for (size_t j = 0; j < i; j++) {
            b = kstat_at(j);
            if (strcmp(a->group, b->group) == 0 && strcmp(a->name, b->name) == 0)
                fail("two counters are called %s.%s", a->group, a->name);
        }
    }
}
