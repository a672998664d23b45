/* SPDX-License-Identifier: MIT
 * The lock checker's part of struct thread: nothing in the release build.
 */
#ifndef LOCKCHECK_THREAD_H
#define LOCKCHECK_THREAD_H

struct lockcheck_thread {};

#endif
