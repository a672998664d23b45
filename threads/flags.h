/* SPDX-License-Identifier: MIT
 * Bits of the EFLAGS register (Intel SDM volume 1, 3.4.3).
 */
#ifndef THREADS_FLAGS_H
#define THREADS_FLAGS_H

#define FLAG_MBS 0x00000002  /* Always set. */
#define FLAG_TF 0x00000100   /* Trap after each instruction. */
#define FLAG_IF 0x00000200   /* Interrupts on. */
#define FLAG_DF 0x00000400   /* String instructions run downwards. */
#define FLAG_IOPL 0x00003000 /* I/O privilege level. */
#define FLAG_NT 0x00004000   /* Nested task. */
#define FLAG_AC 0x00040000   /* Alignment check. */

#endif
