/* SPDX-License-Identifier: MIT
 * For the host tests of the policies: checks, and a generator of test cases.
 */
#ifndef TESTS_EVICT_CHECK_H
#define TESTS_EVICT_CHECK_H

#include <stdint.h>
#include <xorshift.h>
#include "tests/host/check.h"

/* Test cases come from another kind of generator (xorshift32) than the policy under test uses. */
static inline uint32_t case_below(uint32_t *state, uint32_t bound)
{
    if (*state == 0)
        *state = 0x9d2c5680;
    return (xorshift32(state) >> 7) % bound;
}

#endif
