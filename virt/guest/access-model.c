/* SPDX-License-Identifier: MIT
 * The model that access.c holds the processor to.
 */
#include "virt/guest/access.h"
#include "virt/guest/paging.h"

#define PAE_RESERVED 0x7ff8000000000000ull /* 52 … 62, and 51: no processor has so much memory. */
#define PAE_LARGE_RESERVED 0x1fe000ull
#define PSE_LARGE_RESERVED 0x200000ull

bool model_is_large(const struct setting *s, uint64_t directory)
{
    return (directory & PTE_PS) && (s->pae || s->pse);
}

static uint64_t reserved_bits(const struct setting *s, bool large)
{
    if (!s->pae)
        return large ? PSE_LARGE_RESERVED : 0;
    return PAE_RESERVED | (large ? PAE_LARGE_RESERVED : 0) | (s->nxe ? 0 : PTE_NX);
}

/* The bits of an error code that tell what was tried. */
static uint32_t attempt_error(const struct setting *s, const struct attempt *a)
{
    return (a->access == PROBE_WRITE ? ERROR_W : 0) | (a->user ? ERROR_U : 0) |
           (a->access == PROBE_FETCH && s->pae && s->nxe ? ERROR_FETCH : 0);
}

/* An entry that cannot be walked: its error, or ERROR_P if it can. */
static uint32_t entry_error(const struct setting *s, uint64_t entry, bool large)
{
    if (!(entry & PTE_P))
        return 0;
    return entry & reserved_bits(s, large) ? ERROR_RESERVED : ERROR_P;
}

static bool allowed(const struct setting *s, const struct attempt *a, uint64_t both, uint64_t any)
{
    if (a->user && !(both & PTE_U))
        return false;
    if (a->access == PROBE_WRITE && !(both & PTE_W))
        return !a->user && !s->wp;
    return a->access != PROBE_FETCH || !s->nxe || !(any & PTE_NX);
}

struct outcome model_access(const struct setting *s, const struct attempt *a, uint64_t directory,
                            uint64_t table)
{
    bool large = model_is_large(s, directory);
    struct outcome o = {true, attempt_error(s, a), directory, table};
    uint32_t error = entry_error(s, directory, large);
    if (error == ERROR_P && !large)
        error = entry_error(s, table, false);
    if (error != ERROR_P) {
        o.error |= error;
        return o;
    }
    if (!allowed(s, a, large ? directory : directory & table,
                 large ? directory : directory | table)) {
        o.error |= ERROR_P;
        return o;
    }
    uint64_t *leaf = large ? &o.directory : &o.table;
    o = (struct outcome){false, 0, directory | PTE_A, large ? table : table | PTE_A};
    if (a->access == PROBE_WRITE)
        *leaf |= PTE_D;
    return o;
}

void outcome_settle(struct outcome *seen, uint64_t directory_before)
{
    if (!seen->fault)
        return;
    if (seen->error & ERROR_RESERVED)
        seen->error &= ~ERROR_P;
    if (seen->directory == (directory_before | PTE_A))
        seen->directory = directory_before;
}
