/* SPDX-License-Identifier: MIT
 * In-kernel tests: part of kernel-tests.elf only, each run by the action "ktest NAME".
 *
 *     KTEST(palloc_restores)
 *     {
 *         KTEST_ASSERT(palloc_count(PAGE_FREE) > 0);
 *     }
 *
 * prints "(palloc_restores) PASS", or "(palloc_restores) FAIL: why" and ends the run there: a
 * failed test leaves by ending the thread that runs it, with whatever it holds.
 */
#ifndef TESTS_KTEST_H
#define TESTS_KTEST_H

#include <debug.h>

struct ktest {
    const char *name;
    void (*run)(void);
};

#define KTEST(id)                                                                                  \
    static void ktest_##id(void);                                                                  \
    static const struct ktest ktest_##id##_entry = {#id, ktest_##id};                              \
    static const struct ktest *const ktest_##id##_ptr                                              \
        __attribute__((used, section(".ktest." #id))) = &ktest_##id##_entry;                       \
    static void ktest_##id(void)

/* Ends the test, failed, with a reason. */
void fail(const char *format, ...) PRINTF_FORMAT(1, 2) NO_RETURN;

/* Prints "(NAME) message". */
void msg(const char *format, ...) PRINTF_FORMAT(1, 2);

#define KTEST_STR_(x) #x
#define KTEST_STR(x) KTEST_STR_(x)
#define KTEST_ASSERT(cond)                                                                         \
    ((cond) ? (void)0 : fail("%s", __FILE__ ":" KTEST_STR(__LINE__) ": " #cond))

#endif
