/* SPDX-License-Identifier: MIT
 * Errors in words.
 */
#ifndef LIB_USER_STRERROR_H
#define LIB_USER_STRERROR_H

/* What ERROR, an errno or a negative one, means; "error" for an unknown one. */
const char *strerror(int error);

#endif
