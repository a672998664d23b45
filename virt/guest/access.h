/* SPDX-License-Identifier: MIT
 * What the manual says of one access through one directory and one table entry.
 */
#ifndef VIRT_GUEST_ACCESS_H
#define VIRT_GUEST_ACCESS_H

#include "virt/guest/guest.h"

#define ERROR_P 1u
#define ERROR_W 2u
#define ERROR_U 4u
#define ERROR_RESERVED 8u
#define ERROR_FETCH 16u

/* How the processor is set up. */
struct setting {
    const char *name;
    bool pae, pse, nxe, wp;
};

struct attempt {
    enum probe_access access;
    bool user;
};

struct outcome {
    bool fault;
    uint32_t error;
    uint64_t directory, table; /* The entries afterwards. */
};

/* AMD APM 2, 5.4 to 5.6 and 8.4.2.  Whether a faulting walk sets the directory's accessed bit is
 * the processor's affair, so is the present bit of the error code of a reserved bit: see
 * outcome_settle(). */
struct outcome model_access(const struct setting *s, const struct attempt *a, uint64_t directory,
                            uint64_t table);
/* Takes out of SEEN what processors may do either way, given the entries BEFORE. */
void outcome_settle(struct outcome *seen, uint64_t directory_before);
/* DIRECTORY maps a large page. */
bool model_is_large(const struct setting *s, uint64_t directory);

#endif
