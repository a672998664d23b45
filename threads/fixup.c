/* SPDX-License-Identifier: MIT
 * Finds out whether a page fault hit one of fixup-copy.S's instructions.
 */
#include "threads/fixup.h"
#include <stdint.h>
#include "threads/interrupt.h"
#include "threads/thread.h"

/* One instruction that may fault, and where to go on if it does (fixup-copy.S). */
struct fixup {
    void (*at)(void);
    void (*landing)(void);
};

extern const struct fixup fixup_table[], fixup_table_end[];

size_t fixup_copy_present(void *dst, const void *src, size_t n)
{
    struct thread *t = thread_current();
    t->no_faults = true;
    size_t left = fixup_copy(dst, src, n);
    t->no_faults = false;
    return left;
}

bool fixup_resolve(struct intr_frame *frame)
{
    for (const struct fixup *f = fixup_table; f < fixup_table_end; f++) {
        if (frame->eip == f->at) {
            frame->eip = f->landing;
            return true;
        }
    }
    return false;
}
