/* SPDX-License-Identifier: MIT
 * For the host tests: a check that says what it saw.
 */
#ifndef TESTS_HOST_CHECK_H
#define TESTS_HOST_CHECK_H

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

#endif
