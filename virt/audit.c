/* SPDX-License-Identifier: MIT
 * The self-audit of the shadow-page cache, in the debug build: does it say what the guest's tables
 * and the host's say?
 *
 * It reads the guest's entries by itself, not by the functions it checks.  Nothing that a guest
 * does, or its program to the guest's tables from outside, can break what is checked here: what is
 * not write-protected for all of them (an unsync or a loose table) is not compared.
 */
#include <debug.h>
#include <string.h>
#include "threads/vaddr.h"
#include "virt/cache.h"
#include "virt_audit.h"
#include "vm/page.h"

/* How many exits are between two looks at everything. */
#define AUDIT_INTERVAL 512

#define AUDIT(COND, SP, I)                                                                         \
    ((COND) ? (void)0                                                                              \
            : PANIC("virt audit: `%s' does not hold: level %u, guest frame 0x%x, role 0x%x, "      \
                    "entry %u",                                                                    \
                    #COND, (SP)->role.level, (SP)->gfn, (SP)->role.word, (unsigned)(I)))

static bool door_open(const struct shadow_cache *c, gfn_t gfn)
{
    return c->door == OPEN && c->open_gfn == gfn;
}

/* ---- The guest's entries -------------------------------------------------------------------- */

/* Entry I of SP's table; false: the host does not have it. */
static bool guest_entry(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i,
                        uint64_t *entry)
{
    unsigned size = sp->role.pae ? 8 : 4;
    uint64_t gpa = ((uint64_t)sp->gfn << PGBITS) + i * size;
    const void *at = gmem_peek(c->vm, gpa, NULL, NULL);
    *entry = 0;
    if (at != NULL)
        memcpy(entry, at, size);
    return at != NULL;
}

static gfn_t frame_in(uint64_t entry)
{
    return (entry & ~SPTE_NX) >> PGBITS;
}

/* ---- Leaves --------------------------------------------------------------------------------- */

/* Set in a leaf from when it was found in the reverse map until it is found in its table: a bit of
 * those that the CPU leaves to software. */
#define SEEN 0x400

/* A node of the reverse map. */
static void see(void *ctx, spte_ref ref)
{
    const struct shadow_cache *c = ctx;
    const struct shadow_page *sp = shadow_at(c, pg_round_down((void *)ref));
    ASSERT(sp != NULL && sp->role.level == 1);
    ASSERT(((ref & SPTE_PAE) != 0) == sp->role.pae);
    uint32_t *word = (uint32_t *)(ref & ~(spte_ref)SPTE_PAE);
    ASSERT((*word & PTE_P) && !(*word & SEEN));
    *word |= SEEN;
}

/* LEAF, entry I of SP, stands for GFN. */
static void audit_page_of(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i,
                          uint64_t leaf, gfn_t gfn)
{
    pfn_t pfn = 0;
    bool writable = false;
    AUDIT(gmem_peek(c->vm, (uint64_t)gfn << PGBITS, &pfn, &writable) != NULL, sp, i);
    AUDIT(pfn == frame_in(leaf), sp, i);
    if (!(leaf & PTE_W))
        return;
    AUDIT(writable, sp, i);
    AUDIT(shadow_may_write(c, gfn) || door_open(c, gfn), sp, i);
    AUDIT(!sp->role.clean, sp, i);
}

/* LEAF, entry I of SP, comes from ENTRY of the guest's table. */
static void audit_rights(const struct shadow_page *sp, unsigned i, uint64_t leaf, uint64_t entry)
{
    bool user_page = (entry & PTE_U) && (sp->role.access & ACC_USER);
    bool writable_page = (entry & PTE_W) && (sp->role.access & ACC_WRITE);
    bool no_exec = sp->role.nxe && ((entry & SPTE_NX) || !(sp->role.access & ACC_EXEC));
    AUDIT(entry & PTE_P, sp, i);
    AUDIT(entry & PTE_A, sp, i);
    AUDIT(user_page || !(leaf & PTE_U), sp, i);
    AUDIT(!no_exec || (leaf & SPTE_NX), sp, i);
    if (!(leaf & PTE_W))
        return;
    AUDIT(entry & PTE_D, sp, i);
    AUDIT(writable_page || (!sp->role.wp && !(leaf & PTE_U)), sp, i);
}

static void audit_leaf(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i)
{
    uint64_t leaf = spte_read(shadow_ref(sp, i)), entry;
    AUDIT(frames[frame_in(leaf)].page != NULL, sp, i);
    if (sp->role.direct) {
        audit_page_of(c, sp, i, leaf, sp->gfn + i);
    } else if (!sp->unsync && !sp->loose && guest_entry(c, sp, i, &entry)) {
        audit_rights(sp, i, leaf, entry);
        audit_page_of(c, sp, i, leaf, frame_in(entry));
    }
}

/* ---- Links ---------------------------------------------------------------------------------- */

static bool has_parent(const struct shadow_page *child, const struct shadow_page *parent,
                       unsigned index)
{
    const struct shadow_link *l = &child->parents;
    while (l != NULL && l->parent != NULL && l->entry != shadow_word(parent, index))
        l = l->next;
    return l != NULL && l->parent == parent;
}

/* Entry I of SP leads to CHILD. */
static void audit_child(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i,
                        const struct shadow_page *child)
{
    uint64_t entry;
    AUDIT(has_parent(child, sp, i), sp, i);
    AUDIT(child->role.level == 1 && child->role.pae == sp->role.pae, sp, i);
    AUDIT(child->role.wp == sp->role.wp, sp, i);
    if (sp->role.direct || sp->loose || door_open(c, sp->gfn) || !guest_entry(c, sp, i, &entry))
        return;
    bool large = (entry & PDE_PS) && (sp->role.pae || sp->role.pse);
    unsigned rights = (entry & PTE_W ? ACC_WRITE : 0) | (entry & PTE_U ? ACC_USER : 0) |
                      (sp->role.nxe && (entry & SPTE_NX) ? 0 : ACC_EXEC);
    AUDIT(entry & PTE_P, sp, i);
    AUDIT(entry & PTE_A, sp, i);
    AUDIT(large == child->role.direct, sp, i);
    AUDIT(child->role.access == (sp->role.access & rights), sp, i);
    AUDIT(!large || child->role.clean || (entry & PTE_D), sp, i);
    AUDIT(large || child->gfn == frame_in(entry), sp, i);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

static void audit_entry(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i)
{
    if (!(*shadow_word(sp, i) & PTE_P))
        return;
    if (sp->role.level == 1)
        audit_leaf(c, sp, i);
    else
        audit_child(c, sp, i, shadow_child(c, sp, i));
}

/* Can the process store to SP's table and nobody would be told? */
static bool is_unwatched(const struct shadow_cache *c, const struct shadow_page *sp)
{
    pfn_t pfn;
    if (sp->role.direct || sp->unsync || sp->loose ||
        gmem_peek(c->vm, (uint64_t)sp->gfn << PGBITS, &pfn, NULL) == NULL)
        return false;
    const struct upage *u = frames[pfn].page->mappers;
    return u->map_next != NULL || (*pte_find(u) & PTE_W);
}

/* Its reverse map was looked at before. */
static void audit_page(const struct shadow_cache *c, const struct shadow_page *sp)
{
    unsigned present = 0, unsync = 0;
    AUDIT(!is_unwatched(c, sp), sp, 0);
    for (const struct shadow_link *l = &sp->parents; l != NULL && l->parent != NULL; l = l->next)
        AUDIT(shadow_child(c, l->parent, shadow_index_of(l->parent, l->entry)) == sp, sp, 0);
    for (unsigned i = 0; i < shadow_entries(sp); i++) {
        uint32_t *word = shadow_word(sp, i);
        if (!(*word & PTE_P))
            continue;
        present++;
        audit_entry(c, sp, i);
        AUDIT(sp->role.level == 2 || (*word & SEEN), sp, i);
        *word &= ~SEEN;
        unsync += sp->role.level == 2 && shadow_child(c, sp, i)->unsync;
    }
    AUDIT(unsync == sp->unsync_children, sp, unsync);
    AUDIT(sp->role.level == 1 ? present <= sp->filled : present == sp->filled, sp, present);
    AUDIT(!sp->unsync || (sp->role.level == 1 && !sp->role.direct), sp, 0);
}

/* Is SP where it is to be found, once, in sync as all others of its table? */
static void audit_place(const struct shadow_cache *c, const struct shadow_page *sp, unsigned i)
{
    unsigned found = 0;
    AUDIT(sp->place == i, sp, i);
    AUDIT(evict_entry_listed(&sp->entry), sp, i);
    const struct shadow_page *other = c->by_gfn[sp->gfn % SHADOW_BUCKETS];
    for (; other != NULL; other = other->gfn_next) {
        found += other->gfn == sp->gfn && other->role.word == sp->role.word;
        if (other->gfn == sp->gfn && !other->role.direct && !sp->role.direct)
            AUDIT(other->unsync == sp->unsync, sp, i);
    }
    AUDIT(found == 1, sp, found);
    found = 0;
    for (const struct cache_vcpu *cv = c->vcpus; cv != NULL; cv = cv->next)
        for (int r = 0; r < 4; r++)
            found += cv->roots[r] == sp;
    AUDIT(found == sp->roots, sp, found);
}

void virt_audit_cache(const struct shadow_cache *c)
{
    ASSERT(lock_held_by_current_thread(&vm_lock));
    unsigned unsync = 0, active = 0;
    rmap_each_of_all(c->vm, see, (void *)c);
    for (unsigned i = 0; i < c->count; i++) {
        audit_place(c, c->pages[i], i);
        audit_page(c, c->pages[i]);
        unsync += c->pages[i]->unsync;
        active += c->pages[i]->roots > 0;
    }
    ASSERT(unsync == c->unsync && active == c->active);
    ASSERT(c->count <= c->limit && c->count == c->set.count && c->zapped == NULL);
    ASSERT(c->count == c->vm->counters.shadow_pages);
    ASSERT(c->count == c->vm->counters.shadow_created - c->vm->counters.zapped);
}

int virt_audit(struct vm *vm)
{
    mmu_lock(vm);
    virt_audit_cache(vm->mmu.cache);
    mmu_unlock(vm);
    return 0;
}

void virt_audit_point(const struct shadow_cache *c, const struct shadow_page *root, unsigned child,
                      const struct shadow_page *sp, unsigned leaf)
{
    static unsigned calls;
    audit_entry(c, root, child);
    audit_entry(c, sp, leaf);
    if (++calls % AUDIT_INTERVAL == 0)
        virt_audit_cache(c);
}

void virt_audit_synced(const struct shadow_cache *c, const struct cache_vcpu *cv)
{
    for (int r = 0; r < 4; r++) {
        const struct shadow_page *root = cv->roots[r];
        if (root == NULL)
            continue;
        for (unsigned i = 0; i < shadow_entries(root); i++) {
            const struct shadow_page *child = shadow_child(c, root, i);
            AUDIT(child == NULL || !child->unsync, root, i);
        }
    }
}
