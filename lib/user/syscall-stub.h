/* SPDX-License-Identifier: MIT
 * How a program enters the kernel: number and arguments on the stack, int $0x30, result in eax.
 *
 * The kernel keeps all other registers.  Arguments are in registers or constants before the first
 * push, as an operand addressed from esp would be wrong after it.
 */
#ifndef LIB_USER_SYSCALL_STUB_H
#define LIB_USER_SYSCALL_STUB_H

#include <stdint.h>

#define SYSCALL_ARG(X) ((uint32_t)(X))

#define syscall0(NR)                                                                               \
    ({                                                                                             \
        int result_;                                                                               \
        asm volatile("pushl %1; int $0x30; addl $4, %%esp"                                         \
                     : "=a"(result_)                                                               \
                     : "i"(NR)                                                                     \
                     : "memory", "cc");                                                            \
        result_;                                                                                   \
    })

#define syscall1(NR, A)                                                                            \
    ({                                                                                             \
        int result_;                                                                               \
        asm volatile("pushl %2; pushl %1; int $0x30; addl $8, %%esp"                               \
                     : "=a"(result_)                                                               \
                     : "i"(NR), "ri"(SYSCALL_ARG(A))                                               \
                     : "memory", "cc");                                                            \
        result_;                                                                                   \
    })

#define syscall2(NR, A, B)                                                                         \
    ({                                                                                             \
        int result_;                                                                               \
        asm volatile("pushl %3; pushl %2; pushl %1; int $0x30; addl $12, %%esp"                    \
                     : "=a"(result_)                                                               \
                     : "i"(NR), "ri"(SYSCALL_ARG(A)), "ri"(SYSCALL_ARG(B))                         \
                     : "memory", "cc");                                                            \
        result_;                                                                                   \
    })

#define syscall3(NR, A, B, C)                                                                      \
    ({                                                                                             \
        int result_;                                                                               \
        asm volatile("pushl %4; pushl %3; pushl %2; pushl %1; int $0x30; addl $16, %%esp"          \
                     : "=a"(result_)                                                               \
                     : "i"(NR), "ri"(SYSCALL_ARG(A)), "ri"(SYSCALL_ARG(B)), "ri"(SYSCALL_ARG(C))   \
                     : "memory", "cc");                                                            \
        result_;                                                                                   \
    })

#endif
