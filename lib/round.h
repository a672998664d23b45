/* SPDX-License-Identifier: MIT
 * Rounding of non-negative integers to multiples of a step.
 */
#ifndef LIB_ROUND_H
#define LIB_ROUND_H

/* X rounded up, and down, to a multiple of STEP. */
#define ROUND_UP(X, STEP) (((X) + (STEP)-1) / (STEP) * (STEP))
#define ROUND_DOWN(X, STEP) ((X) / (STEP) * (STEP))

/* How many pieces of STEP cover X. */
#define DIV_ROUND_UP(X, STEP) (((X) + (STEP)-1) / (STEP))

#endif
