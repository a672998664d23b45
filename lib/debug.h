/* SPDX-License-Identifier: MIT
 * Assertions, panics and function attributes.
 *
 * In the kernel a failed assertion prints where, why and the call stack, and powers off; in a user
 * program it prints the same and ends the program with status 1; on the host it aborts.
 */
#ifndef LIB_DEBUG_H
#define LIB_DEBUG_H

#define UNUSED __attribute__((unused))
#define NO_RETURN __attribute__((noreturn))
#define NO_INLINE __attribute__((noinline))
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define PRINTF_FORMAT(FMT, FIRST) __attribute__((format(__printf__, FMT, FIRST)))

#ifndef static_assert
#define static_assert _Static_assert
#endif

/* Prints FILE, LINE, FUNCTION and the formatted message with the call stack, and never returns. */
void debug_panic(const char *file, int line, const char *function, const char *format, ...)
    PRINTF_FORMAT(4, 5) NO_RETURN;

/* Prints the return addresses of the callers, innermost first. */
void debug_backtrace(void);

/* PANIC(format, ...): a broken invariant, described. */
#define PANIC(...) debug_panic(__FILE__, __LINE__, __func__, __VA_ARGS__)

/* ASSERT(cond): COND is always evaluated, in every build. */
#define ASSERT(COND) ((COND) ? (void)0 : PANIC("assertion `%s' failed.", #COND))

#define NOT_REACHED() PANIC("executed an unreachable statement")

#endif
