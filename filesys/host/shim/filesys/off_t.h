/* SPDX-License-Identifier: MIT
 * The host's C library has an off_t already.
 */
#ifndef FILESYS_OFF_T_H
#define FILESYS_OFF_T_H

#include <sys/types.h>

#endif
