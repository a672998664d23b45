/* SPDX-License-Identifier: MIT
 * For the host tests of the policies: a check that says what it saw, and a generator of test cases.
 */
#ifndef TESTS_EVICT_CHECK_H
#define TESTS_EVICT_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the test with a printf-style message unless COND. */
#define CHECK(cond, ...)                                                                           \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #cond);                                      \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Test cases come from another kind of generator (xorshift32) than the policy under test uses. */
static inline uint32_t case_below(uint32_t *state, uint32_t bound)
{
    uint32_t x = *state != 0 ? *state : 0x9d2c5680;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return (x >> 7) % bound;
}

#endif
