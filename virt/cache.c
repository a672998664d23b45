/* SPDX-License-Identifier: MIT
 * Mode cache: what the guest does, in terms of shadow pages (cache.h).
 */
#include "virt/cache.h"
#include <debug.h>
#include <errno.h>
#include <string.h>
#include "threads/malloc.h"
#include "threads/vaddr.h"
#include "virt/vmcb.h"
#include "virt_audit.h"
#include "vm/page.h"

/* A table of a directory that is nobody's root is zapped at so many stores between two uses. */
#define FLOOD 3

static struct cache_vcpu *cache_vcpu(const struct vcpu *vcpu)
{
    return vcpu->mmu.private;
}

/* ---- Roots ---------------------------------------------------------------------------------- */

void cache_forget_roots(struct shadow_cache *c, struct cache_vcpu *cv)
{
    cv->vcpu->mmu.root_valid = false;
    for (int i = 0; i < 4; i++) {
        if (cv->roots[i] != NULL && --cv->roots[i]->roots == 0)
            c->active--;
        cv->roots[i] = NULL;
    }
}

static bool set_root(struct shadow_cache *c, struct cache_vcpu *cv, unsigned i, gfn_t gfn,
                     union shadow_role role)
{
    struct shadow_page *sp = shadow_get(cv, gfn, role);
    if (sp == NULL)
        return false;
    c->active += sp->roots++ == 0;
    cv->roots[i] = sp;
    cv->pdpt[i] = vtop(sp->table) | PTE_P;
    return true;
}

static bool set_roots(struct shadow_cache *c, struct cache_vcpu *cv, const struct paging *p)
{
    const struct vcpu *v = cv->vcpu;
    union shadow_role role = {.level = 2, .access = ACC_ALL};
    if (!p->on) {
        role.direct = true;
        return set_root(c, cv, 0, 0, role);
    }
    role.wp = p->wp;
    role.pae = p->pae;
    role.nxe = p->pae && p->nxe;
    role.pse = !p->pae && p->pse;
    if (!p->pae)
        return set_root(c, cv, 0, v->cr3 >> PGBITS, role);
    for (unsigned i = 0; i < 4; i++) {
        cv->pdpt[i] = 0;
        if ((v->mmu.pdptes.entry[i] & PTE_P) &&
            !set_root(c, cv, i, v->mmu.pdptes.entry[i] >> PGBITS, role))
            return false;
    }
    return true;
}

/* The guest's translations start afresh: nothing that its roots lead to may be unsync. */
static void sync_roots(struct shadow_cache *c, struct cache_vcpu *cv)
{
    for (int i = 0; i < 4; i++)
        if (cv->roots[i] != NULL)
            shadow_sync_below(c, cv->roots[i]);
    virt_audit_synced(c, cv);
}

static int cache_prepare(struct vcpu *vcpu)
{
    struct cache_vcpu *cv = cache_vcpu(vcpu);
    struct vcpu_mmu *m = &vcpu->mmu;
    struct paging paging = vcpu_paging(vcpu);
    mmu_lock(vcpu->vm);
    struct shadow_cache *c = vcpu->vm->mmu.cache;
    cache_forget_roots(c, cv);
    bool set = set_roots(c, cv, &paging);
    if (set) {
        sync_roots(c, cv);
        m->hw_pae = paging.on && paging.pae;
        m->hw_cr3 = m->hw_pae ? vtop(cv->pdpt) : vtop(cv->roots[0]->table);
        m->flush = m->root_valid = true;
    } else {
        cache_forget_roots(c, cv);
    }
    mmu_unlock(vcpu->vm);
    return set ? 0 : -ENOMEM;
}

/* ---- Directories that the guest may write for once ------------------------------------------- */

/* May the guest at CV write the directory at GFN? */
static bool door_open(struct shadow_cache *c, struct cache_vcpu *cv, gfn_t gfn)
{
    if (c->door == CLOSED || c->open_gfn != gfn)
        return false;
    c->door = OPEN;
    c->opener = cv;
    c->open_state = vcpu_guest_state(cv->vcpu);
    return true;
}

/* CV has come to something else than that store, perhaps. */
static void door_close(struct shadow_cache *c, struct cache_vcpu *cv, bool fault)
{
    if (c->door != OPEN ||
        (fault && c->opener == cv && c->open_state == vcpu_guest_state(cv->vcpu)))
        return;
    c->door = CLOSED;
    shadow_zap_gfn(c, c->open_gfn);
}

/* ---- Faults --------------------------------------------------------------------------------- */

/* Did the guest's entry of LEVEL change since *W was made?  Asked when its table is protected. */
static bool entry_changed(struct vm *vm, const struct walk *w, unsigned level, bool pae)
{
    uint64_t entry = 0;
    const void *at = gmem_peek(vm, w->entry_gpa[level - 1], NULL, NULL);
    if (at == NULL)
        return true;
    memcpy(&entry, at, pae ? 8 : 4);
    return entry != w->entry[level - 1];
}

/* Which page of level 1 leads to what *W found? */
static gfn_t child_of(const struct shadow_page *root, const struct walk *w, union shadow_role *role)
{
    *role = (union shadow_role){.level = 1, .pae = root->role.pae, .wp = root->role.wp};
    role->access = root->role.direct ? ACC_ALL : w->rights[1];
    role->direct = root->role.direct || w->leaf == 2;
    if (role->direct) {
        role->clean = !w->dirty;
        return w->gfn & ~(shadow_entries(root) - 1);
    }
    role->nxe = root->role.nxe;
    return w->entry[1] >> PGBITS;
}

/* The page of level 1 for *W, linked to ROOT.  0; -EAGAIN: look again. */
static int reach_child(struct shadow_cache *c, struct cache_vcpu *cv, struct shadow_page *root,
                       const struct walk *w, struct shadow_page **child)
{
    unsigned index = shadow_index(root, w->gva);
    union shadow_role role;
    gfn_t gfn = child_of(root, w, &role);
    if (!root->role.direct && entry_changed(c->vm, w, 2, root->role.pae))
        return -EAGAIN;
    struct shadow_page *sp = shadow_child(c, root, index);
    if (sp == NULL || sp->gfn != gfn || sp->role.word != role.word) {
        sp = shadow_get(cv, gfn, role);
        if (sp == NULL)
            return cv->vcpu->mmu.kit.count == 0 ? -EAGAIN : -ENOMEM;
        shadow_link(c, root, index, sp);
    }
    if (!role.direct && entry_changed(c->vm, w, 1, role.pae))
        return -EAGAIN;
    *child = sp;
    return 0;
}

static int set_leaf(struct shadow_cache *c, struct cache_vcpu *cv, struct shadow_page *sp,
                    const struct walk *w, pfn_t pfn, bool host_writable)
{
    uint64_t bits = mmu_leaf_bits(cv->vcpu, w, host_writable);
    bool write = w->access & PF_WRITE;
    if (bits & PTE_W) {
        bool may = write ? shadow_make_writable(c, w->gfn) || door_open(c, cv, w->gfn)
                         : shadow_may_write(c, w->gfn);
        if (!may && write)
            return MMU_STORE;
        bits &= may ? ~0ull : ~(uint64_t)PTE_W;
    }
    spte_ref ref = shadow_ref(sp, shadow_index(sp, w->gva));
    bool was = spte_read(ref) & PTE_P;
    if (!spte_set(c->vm, ref, pfn, bits, &cv->vcpu->mmu.kit))
        return -EAGAIN;
    if (!was && sp->filled < shadow_entries(sp))
        sp->filled++;
    return MMU_RESUME;
}

static int cache_install(struct vcpu *vcpu, const struct walk *w, pfn_t pfn, bool host_writable)
{
    struct shadow_cache *c = vcpu->vm->mmu.cache;
    struct cache_vcpu *cv = cache_vcpu(vcpu);
    door_close(c, cv, true);
    struct shadow_page *root = cv->roots[vcpu->mmu.hw_pae ? w->gva >> 30 : 0], *sp;
    if (!vcpu->mmu.root_valid || root == NULL)
        return MMU_RESUME; /* It was zapped meanwhile: it will fault again. */
    int result = reach_child(c, cv, root, w, &sp);
    if (result != 0)
        return result;
    root->writes = sp->writes = 0;
    shadow_mark(c, root);
    shadow_mark(c, sp);
    result = set_leaf(c, cv, sp, w, pfn, host_writable);
    virt_audit_point(c, root, shadow_index(root, w->gva), sp, shadow_index(sp, w->gva));
    return result;
}

/* ---- What else the guest does ---------------------------------------------------------------- */

static void cache_context_changed(struct vcpu *vcpu)
{
    struct shadow_cache *c = vcpu->vm->mmu.cache;
    mmu_lock(vcpu->vm);
    door_close(c, cache_vcpu(vcpu), false);
    shadow_zap_loose(c);
    vcpu->mmu.root_valid =
        false; /* What it has stays until cache_prepare(): often it is the same. */
    mmu_unlock(vcpu->vm);
}

static int cache_cr3_loaded(struct vcpu *vcpu)
{
    cache_context_changed(vcpu);
    return 0;
}

static void cache_invlpg(struct vcpu *vcpu, uint32_t gva)
{
    struct shadow_cache *c = vcpu->vm->mmu.cache;
    struct cache_vcpu *cv = cache_vcpu(vcpu);
    mmu_lock(vcpu->vm);
    door_close(c, cv, false);
    shadow_zap_loose(c);
    struct shadow_page *root = cv->roots[vcpu->mmu.hw_pae ? gva >> 30 : 0], *sp = NULL;
    if (vcpu->mmu.root_valid && root != NULL)
        sp = shadow_child(c, root, shadow_index(root, gva));
    if (sp != NULL && sp->unsync)
        shadow_check_leaf(c, sp, shadow_index(sp, gva));
    mmu_unlock(vcpu->vm);
}

/* Drops what SP's entries say that lie in N bytes at OFFSET of its table. */
static void drop_entries(struct shadow_cache *c, struct shadow_page *sp, unsigned offset,
                         unsigned n)
{
    unsigned size = shadow_entry_size(sp);
    for (unsigned i = offset / size; i <= (offset + n - 1) / size; i++) {
        if (sp->role.level == 2)
            shadow_unlink(c, sp, i);
        else if (spte_clear(c->vm, shadow_ref(sp, i)) != 0)
            sp->filled--;
    }
}

static void cache_table_written(struct vm *vm, uint64_t gpa, unsigned n)
{
    struct shadow_cache *c = vm->mmu.cache;
    gfn_t gfn = gpa >> PGBITS;
    struct shadow_page *sp = shadow_of_gfn(c, NULL, gfn), *next;
    if (n == 0) {
        if (c->door == OPEN) /* For another virtual CPU, at another directory. */
            shadow_zap_gfn(c, c->open_gfn);
        c->door = MAY_OPEN;
        c->open_gfn = gfn;
        shadow_zap_gfn(c, gfn);
        return;
    }
    vm->counters.write_traps += sp != NULL;
    for (; sp != NULL; sp = next) {
        next = shadow_of_gfn(c, sp, gfn);
        drop_entries(c, sp, gpa & PGMASK, n);
        if (++sp->writes < FLOOD || sp->roots > 0)
            continue;
        vm->counters.flooded++;
        shadow_zap(c, sp, false);
    }
    shadow_commit(c);
}

static bool cache_table_changing(struct vm *vm, gfn_t gfn, bool store)
{
    if (store)
        shadow_zap_gfn(vm->mmu.cache, gfn);
    return shadow_may_write(vm->mmu.cache, gfn);
}

static void cache_zap_all(struct vm *vm)
{
    struct shadow_cache *c = vm->mmu.cache;
    while (c->count > 0)
        shadow_zap(c, c->pages[c->count - 1], false);
    shadow_commit(c);
    c->door = CLOSED;
}

/* ---- Life ----------------------------------------------------------------------------------- */

static int cache_vm_init(struct vm *vm)
{
    struct shadow_cache *c = calloc(1, sizeof *c);
    if (c == NULL)
        return -ENOMEM;
    c->vm = vm;
    int err = shadow_room_init(c);
    if (err == 0)
        vm->mmu.cache = c;
    else
        free(c);
    return err;
}

static void cache_vm_end(struct vm *vm)
{
    struct shadow_cache *c = vm->mmu.cache;
    if (c == NULL)
        return; /* It never began. */
    ASSERT(c->count == 0 && c->vcpus == NULL);
    mmu_heap_free(vm, c->pages, c->limit * sizeof *c->pages);
    free(c->spare);
    free(c);
}

static int cache_vcpu_init(struct vcpu *vcpu)
{
    void *block = calloc(1, sizeof(struct cache_vcpu) + 31);
    if (block == NULL)
        return -ENOMEM;
    struct cache_vcpu *cv = (void *)(((uintptr_t)block + 31) & ~(uintptr_t)31);
    cv->block = block;
    cv->vcpu = vcpu;
    mmu_lock(vcpu->vm);
    vcpu->mmu.private = cv;
    cv->next = vcpu->vm->mmu.cache->vcpus;
    vcpu->vm->mmu.cache->vcpus = cv;
    mmu_unlock(vcpu->vm);
    return 0;
}

static void cache_vcpu_end(struct vcpu *vcpu)
{
    struct shadow_cache *c = vcpu->vm->mmu.cache;
    struct cache_vcpu *cv = cache_vcpu(vcpu), **link;
    if (cv == NULL)
        return; /* It never began. */
    mmu_lock(vcpu->vm);
    door_close(c, cv, false);
    cache_forget_roots(c, cv);
    for (link = &c->vcpus; *link != cv;)
        link = &(*link)->next;
    *link = cv->next;
    mmu_unlock(vcpu->vm);
    free(cv->block);
}

const struct mmu_mode mmu_cache = {
    .name = "cache",
    .vm_init = cache_vm_init,
    .vm_end = cache_vm_end,
    .vcpu_init = cache_vcpu_init,
    .vcpu_end = cache_vcpu_end,
    .prepare = cache_prepare,
    .install = cache_install,
    .cr3_loaded = cache_cr3_loaded,
    .invlpg = cache_invlpg,
    .context_changed = cache_context_changed,
    .table_written = cache_table_written,
    .table_changing = cache_table_changing,
    .zap_all = cache_zap_all,
    .tables = shadow_tables,
    .shrink = shadow_shrink,
    .set_cache = shadow_set_cache,
    .get_cache = shadow_get_cache,
    .audit = virt_audit,
};
