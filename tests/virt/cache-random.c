/* SPDX-License-Identifier: MIT
 * Two virtual CPUs change their tables and use memory at random, while the host evicts pages and
 * the cache is resized: what the CPU finds in the shadow tables is what the guest's tables say, as
 * far as it may count on that.  Accessed and dirty bits come, and nothing that was written is lost.
 *
 * The tables are POOL frames that serve as directory, table and data at once, so that they refer to
 * each other and to themselves.  Stores to them go through a window that all directories have.
 * @cpu: qemu32,+svm
 * @swap: 0
 * @matrix: rs=1..3
 */
#include <random.h>
#include "tests/virt/stage-vm.h"
#include "virt/vmcb.h"

#define STEPS 700
#define CPUS 2
#define ENTRIES 6u /* Of a table, that change. */
#define WINDOW 15u /* The entry of all directories that leads to WINDOW_TABLE. */
#define WINDOW_TABLE 6u
#define POINTERS 7u /* Frame of PAE's directory pointers, 64 bytes for each CPU. */
#define POOL_FIRST 8u
#define POOL 10u
#define DATA_FIRST 24u
#define WORDS 16u

static struct cpu {
    struct vcpu *vcpu;
    uint32_t directory[2];           /* Frames. */
    bool stale[2][ENTRIES][ENTRIES]; /* The tables changed, and it did not flush. */
} cpus[CPUS];
static struct vcpu second;
static bool pae;
static uint32_t model[STAGE_PAGES][WORDS]; /* What data pages hold. */
static bool served[STAGE_PAGES];           /* As tables, also data pages. */

static uint32_t below(uint32_t bound)
{
    return random_ulong() % bound;
}

static unsigned entry_size(void)
{
    return pae ? 8 : 4;
}

static bool is_pool(uint32_t gfn)
{
    return gfn - POOL_FIRST < POOL;
}

/* ---- The guest's tables, as the manual has them ---------------------------------------------- */

#define NONE (~0u)
struct meaning {
    int result; /* MMU_RESUME, MMU_REFLECT, MMU_MEMORY. */
    uint32_t fault;
    uint32_t gpa;
    uint32_t entry[2]; /* Where they lie, [0] of level 1; or NONE. */
};

static struct meaning refused(struct meaning m, uint32_t fault)
{
    m.result = MMU_REFLECT;
    m.fault = fault;
    return m;
}

static struct meaning ask(const struct cpu *c, uint32_t gva, unsigned access)
{
    const struct vcpu *v = c->vcpu;
    struct meaning m = {.result = MMU_RESUME, .entry = {NONE, NONE}};
    bool large = false, nxe = pae && (v->efer & EFER_NXE);
    bool write = true, user = true, exec = true;
    uint32_t table = c->directory[pae ? gva >> 30 : 0] << PGBITS;
    uint64_t entry = 0;
    for (unsigned level = 2; level > 0 && !large; level--) {
        unsigned bits = pae ? 9 : 10;
        unsigned index = gva >> (12 + (level - 1) * bits) & ((1u << bits) - 1);
        m.entry[level - 1] = table + index * entry_size();
        if (m.entry[level - 1] >> PGBITS >= STAGE_PAGES) {
            m.result = MMU_MEMORY;
            return m;
        }
        served[m.entry[level - 1] >> PGBITS] = true;
        entry = stage_peek(m.entry[level - 1], entry_size());
        if (!(entry & PTE_P))
            return refused(m, access & ~(nxe ? 0 : PF_FETCH));
        if ((entry & SPTE_NX) && !nxe)
            return refused(m, (access & ~PF_FETCH) | PF_PRESENT | PF_RESERVED);
        large = level == 2 && (entry & PDE_PS) && (pae || (v->cr4 & CR4_PSE));
        write &= (entry & PTE_W) != 0;
        user &= (entry & PTE_U) != 0;
        exec &= !(entry & SPTE_NX);
        table = entry & PTE_ADDR;
    }
    bool may = (user || !(access & PF_USER)) && (exec || !(access & PF_FETCH));
    if (access & PF_WRITE)
        may &= write || (!(access & PF_USER) && !(v->cr0 & CR0_WP));
    if (!may)
        return refused(m, (access & ~(nxe ? 0 : PF_FETCH)) | PF_PRESENT);
    uint32_t span = large ? pae ? 0x1fffff : 0x3fffff : PGMASK;
    m.gpa = (table & ~span) | (gva & span);
    m.result = m.gpa >> PGBITS < STAGE_PAGES ? MMU_RESUME : MMU_MEMORY;
    return m;
}

/* ---- The CPU --------------------------------------------------------------------------------- */

/* What GVA's shadow leaf lets happen: the kernel address, or NULL; *ERROR then gets PF_PRESENT. */
static char *cpu_walk(const struct cpu *c, uint32_t gva, unsigned access, uint32_t *error)
{
    uint32_t table = c->vcpu->mmu.hw_cr3, *word;
    *error = access;
    if (pae) {
        uint64_t pointer = ((uint64_t *)ptov(table))[gva >> 30];
        if (!(pointer & PTE_P))
            return NULL;
        table = pointer;
    }
    unsigned bits = pae ? 9 : 10;
    for (unsigned level = 2;; level--) {
        unsigned index = gva >> (12 + (level - 1) * bits) & ((1u << bits) - 1);
        word = (uint32_t *)((char *)ptov(table & PTE_ADDR) + index * entry_size());
        if (!(*word & PTE_P))
            return NULL;
        if (level == 1)
            break;
        *word |= PTE_A;
        table = *word;
    }
    *error |= PF_PRESENT;
    if (((access & PF_WRITE) && !(*word & PTE_W)) || ((access & PF_USER) && !(*word & PTE_U)) ||
        ((access & PF_FETCH) && pae && (word[1] >> 31)))
        return NULL;
    *word |= PTE_A | (access & PF_WRITE ? PTE_D : 0);
    return (char *)ptov(*word & PTE_ADDR) + (gva & PGMASK);
}

static uint32_t gfn_at(const char *kva)
{
    uint32_t gfn = 0;
    lock_acquire(&vm_lock);
    while (gfn < STAGE_PAGES &&
           gmem_peek(&stage_vm, gfn << PGBITS, NULL, NULL) != pg_round_down(kva))
        gfn++;
    lock_release(&vm_lock);
    return gfn;
}

static void enter(struct cpu *c)
{
    enum intr_level old;
    for (;;) {
        KTEST_ASSERT(mmu_prepare(c->vcpu) == 0);
        old = intr_disable();
        if (c->vcpu->mmu.root_valid)
            break;
        intr_set_level(old);
    }
    mmu_enter(c->vcpu);
    intr_set_level(old);
}

static void tables_changed(void)
{
    for (int i = 0; i < CPUS; i++)
        memset(cpus[i].stale, true, sizeof cpus[i].stale);
}

/* The guest at C reads or writes *VALUE at GVA.  Returns what became of it; *GPA says where. */
static int cpu_access(struct cpu *c, uint32_t gva, unsigned access, uint32_t *value, uint32_t *gpa)
{
    c->vcpu->vmcb->rip++;
    for (int tries = 0; tries < 40; tries++) {
        uint32_t error;
        enter(c);
        char *kva = cpu_walk(c, gva, access, &error);
        if (kva != NULL) {
            *gpa = gfn_at(kva) << PGBITS | (gva & PGMASK);
            KTEST_ASSERT(*gpa >> PGBITS < STAGE_PAGES);
            if (!(access & PF_WRITE))
                *value = *(uint32_t *)kva;
            else
                *(uint32_t *)kva = *value;
            if ((access & PF_WRITE) && served[*gpa >> PGBITS])
                tables_changed();
            return MMU_RESUME;
        }
        int result = mmu_fault(c->vcpu, gva, error, &stage_walk);
        *gpa = stage_walk.gfn << PGBITS | (gva & PGMASK);
        if (result == MMU_STORE && below(4) == 0)
            mmu_unshadow(c->vcpu, stage_walk.gfn);
        else if (result == MMU_STORE)
            return mmu_write_table(c->vcpu, *gpa, value, 4) == 0 ? MMU_RESUME : -EFAULT;
        else if (result != MMU_RESUME)
            return result;
    }
    fail("0x%x, access %u: no end of faults", gva, access);
    return -EFAULT;
}

/* ---- What the guest does --------------------------------------------------------------------- */

static uint32_t table_entry(bool directory)
{
    uint32_t bits = below(8) != 0 ? PTE_P : 0, gfn;
    bits |= (below(4) != 0 ? PTE_W : 0) | (below(4) != 0 ? PTE_U : 0);
    bits |= (below(2) != 0 ? PTE_A : 0) | (below(2) != 0 ? PTE_D : 0);
    if (directory && below(8) == 0)
        return bits | PDE_PS;
    if (directory || below(4) == 0)
        gfn = POOL_FIRST + below(POOL);
    else
        gfn = below(16) == 0 ? 100 : DATA_FIRST + below(STAGE_PAGES - DATA_FIRST);
    return gfn << PGBITS | bits;
}

static uint32_t random_gva(struct cpu *c, bool **stale)
{
    uint32_t half = pae ? below(2) : 0, i = below(ENTRIES), j = below(ENTRIES);
    *stale = &c->stale[half][i][j];
    return half << 30 | i << (pae ? 21 : 22) | j << PGBITS;
}

/* The accessed and dirty bits of what led to M, but for what lay at STORED. */
static void expect_bits(const struct meaning *m, unsigned access, uint32_t stored)
{
    for (int level = 1; level >= 0; level--) {
        if (m->entry[level] == NONE || (stored & ~7u) == (m->entry[level] & ~7u))
            continue;
        bool leaf = level == 0 || m->entry[0] == NONE;
        uint32_t want = PTE_A | (leaf && (access & PF_WRITE) ? PTE_D : 0);
        uint32_t entry = stage_peek(m->entry[level], 4);
        if ((entry & want) != want)
            fail("entry 0x%x of level %d lacks bits: 0x%x", m->entry[level], level + 1, entry);
    }
}

/* An access, and its check. */
static void use(struct cpu *c, uint32_t gva, unsigned access, bool stale, uint32_t value)
{
    uint32_t gpa = 0;
    struct meaning m = ask(c, gva, access);
    int result = cpu_access(c, gva, access, &value, &gpa);
    if (result == MMU_REFLECT && (m.result != result || m.fault != stage_walk.fault))
        fail("0x%x, access %u: fault %u, expected %d, %u", gva, access, stage_walk.fault, m.result,
             m.fault);
    if (!stale && (result != m.result || (result == MMU_RESUME && gpa != m.gpa)))
        fail("0x%x, access %u: %d at 0x%x, expected %d at 0x%x", gva, access, result, gpa, m.result,
             m.gpa);
    if (result != MMU_RESUME)
        return;
    if (!stale)
        expect_bits(&m, access, access & PF_WRITE ? gpa : ~0u);
    uint32_t gfn = gpa >> PGBITS, word = (gpa & PGMASK) / 4;
    if (is_pool(gfn))
        return;
    if (access & PF_WRITE)
        model[gfn][word] = value;
    else if ((value ^ model[gfn][word]) &
             ~(PTE_A | PTE_D)) /* It may have served as a table, too. */
        fail("0x%x holds 0x%x, not 0x%x", gpa, value, model[gfn][word]);
}

static void use_memory(struct cpu *c)
{
    static const unsigned kinds[] = {0,       PF_WRITE,           PF_USER, PF_USER | PF_WRITE,
                                     PF_USER, PF_USER | PF_WRITE, PF_FETCH};
    bool *stale;
    unsigned access = kinds[below(7)];
    uint32_t gva = random_gva(c, &stale), offset = below(ENTRIES) * entry_size();
    use(c, gva | offset, access, *stale, table_entry(below(2) == 0));
}

/* Stores the low word of an entry at GPA, through the window. */
static void store_entry(struct cpu *c, uint32_t gpa, uint32_t entry)
{
    if (is_pool(gpa >> PGBITS))
        use(c, WINDOW << (pae ? 21 : 22) | gpa, PF_WRITE, false, entry);
}

/* An entry of 8 bytes in two halves. */
static void write_table(struct cpu *c)
{
    uint32_t gpa = (POOL_FIRST + below(POOL)) << PGBITS | below(ENTRIES) * entry_size();
    store_entry(c, gpa, table_entry(below(2) == 0));
    if (pae && below(4) == 0)
        store_entry(c, gpa + 4, below(2) << 31);
}

static void load_cr3(struct cpu *c, bool another)
{
    for (unsigned i = 0; another && i < 2; i++) {
        c->directory[i] = POOL_FIRST + below(POOL);
        stage_poke((POINTERS << PGBITS) + (c - cpus) * 64 + i * 8,
                   c->directory[i] << PGBITS | PTE_P, 8);
    }
    c->vcpu->cr3 = pae ? (POINTERS << PGBITS) + (c - cpus) * 64 : c->directory[0] << PGBITS;
    KTEST_ASSERT(mmu_cr3_loaded(c->vcpu) == 0);
    memset(c->stale, false, sizeof c->stale);
}

static void change_context(struct cpu *c)
{
    if (below(2) == 0)
        c->vcpu->cr0 ^= CR0_WP;
    else if (pae)
        c->vcpu->efer ^= EFER_NXE;
    else
        c->vcpu->cr4 ^= CR4_PSE;
    mmu_context_changed(c->vcpu);
    load_cr3(c, false);
}

/* Uses a page, changes its entry, tells the CPU, uses it again. */
static void remap(struct cpu *c)
{
    bool *stale;
    uint32_t gva = random_gva(c, &stale);
    use(c, gva, PF_WRITE, *stale, 1);
    struct meaning m = ask(c, gva, PF_WRITE);
    store_entry(c, m.entry[0], table_entry(false));
    if (below(2) == 0) {
        mmu_invlpg(c->vcpu, gva);
        *stale = false;
    } else {
        load_cr3(c, false);
    }
    use(c, gva, below(2) == 0 ? PF_WRITE : 0, *stale, 2);
}

/* Two large pages of the same memory, one of which is dirty. */
static void use_large(struct cpu *c)
{
    uint32_t bits = PTE_P | PTE_W | PTE_A | PDE_PS, shift = pae ? 21 : 22;
    uint32_t i = below(ENTRIES), j = (i + 1) % ENTRIES, page = below(ENTRIES) << PGBITS;
    load_cr3(c, false);
    store_entry(c, c->directory[0] << PGBITS | i * entry_size(), bits);
    store_entry(c, c->directory[0] << PGBITS | j * entry_size(), bits | PTE_D);
    load_cr3(c, false);
    use(c, i << shift | page, 0, false, 0);
    use(c, j << shift | page, PF_WRITE, c->stale[0][j][page >> PGBITS], 3);
    use(c, i << shift | page, PF_WRITE, c->stale[0][i][page >> PGBITS], 4);
}

/* ---- What the host does ---------------------------------------------------------------------- */

static void set_cache(void)
{
    static const char *const policies[] = {"clock", "fifo", "random", ""};
    struct vm_cache cache = {.pages = below(2) == 0 ? 20 + below(8) : 0,
                             .mark = below(2),
                             .age = below(3),
                             .room = below(3)};
    strlcpy(cache.policy, policies[below(4)], sizeof cache.policy);
    if (stage_vm.mode->set_cache != NULL)
        KTEST_ASSERT(stage_vm.mode->set_cache(&stage_vm, &cache) == 0);
}

static void disturb(struct aspace *as)
{
    switch (below(64)) {
    case 0 ... 3:
        pageout_one(FRAME_USER);
        break;
    case 4: {
        struct mpage *page = stage_page(as, below(STAGE_PAGES));
        lock_acquire(&vm_lock);
        if (page != NULL && page->state == MPAGE_RESIDENT)
            page_test_and_clear_referenced(page);
        lock_release(&vm_lock);
        break;
    }
    case 5:
        set_cache();
        break;
    case 6:
        if (below(4) == 0 && stage_vm.mode->audit != NULL)
            KTEST_ASSERT(stage_vm.mode->audit(&stage_vm) == 0);
        break;
    default:
        break;
    }
}

/* ---- The test -------------------------------------------------------------------------------- */

static void make_tables(void)
{
    uint32_t all = PTE_P | PTE_W | PTE_U | PTE_A | PTE_D;
    for (uint32_t gfn = POOL_FIRST; gfn < POOL_FIRST + POOL; gfn++) {
        for (unsigned i = 0; i < ENTRIES; i++)
            stage_poke((gfn << PGBITS) + i * entry_size(), table_entry(i % 2), entry_size());
        stage_poke((gfn << PGBITS) + WINDOW * entry_size(), WINDOW_TABLE << PGBITS | all,
                   entry_size());
        stage_poke((WINDOW_TABLE << PGBITS) + gfn * entry_size(), gfn << PGBITS | all,
                   entry_size());
    }
}

static void step(struct aspace *as)
{
    struct cpu *c = &cpus[below(CPUS)];
    uint32_t what = below(40);
    bool *stale;
    disturb(as);
    if (what < 20) {
        use_memory(c);
    } else if (what < 26) {
        write_table(c);
    } else if (what < 28) {
        uint32_t gva = random_gva(c, &stale);
        mmu_invlpg(c->vcpu, gva);
        /* Of a large page, or a directory that is written to itself, there may be more. */
        *stale = false;
    } else if (what < 31) {
        load_cr3(c, below(2) == 0);
    } else if (what < 38) {
        remap(c);
    } else if (what < 39) {
        use_large(c);
    } else {
        change_context(c);
    }
}

static void start_cpu(struct cpu *c, struct vcpu *v)
{
    c->vcpu = v;
    v->cr0 = CR0_PG | CR0_WP;
    v->cr4 = pae ? CR4_PAE : CR4_PSE;
    mmu_context_changed(v);
    load_cr3(c, true);
}

static void play(const struct mmu_mode *mode, bool in_pae)
{
    struct aspace *as = stage_aspace(STAGE_PAGES);
    pae = in_pae;
    memset(model, 0, sizeof model);
    memset(&stage_vm, 0, sizeof stage_vm);
    memset(&stage_vcpu, 0, sizeof stage_vcpu);
    memset(&second, 0, sizeof second);
    stage_vcpu.vmcb = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    second.vmcb = palloc_get_page(PAL_ASSERT | PAL_ZERO);
    stage_machine(as, mode);
    second.vm = &stage_vm;
    list_push_back(&stage_vm.vcpus, &second.elem);
    KTEST_ASSERT(mmu_vcpu_init(&second) == 0);
    make_tables();
    start_cpu(&cpus[0], &stage_vcpu);
    start_cpu(&cpus[1], &second);
    set_cache();
    for (int i = 0; i < STEPS; i++)
        step(as);
    mmu_vcpu_end(&second);
    list_remove(&second.elem);
    stage_machine_end();
    palloc_free_page(stage_vcpu.vmcb);
    palloc_free_page(second.vmcb);
    aspace_destroy(as);
}

KTEST(cache_random)
{
    stage_swap();
    play(&mmu_vtlb, false);
    play(&mmu_vtlb, true);
    for (int i = 0; i < 2; i++) {
        play(&mmu_cache, false);
        play(&mmu_cache, true);
    }
}
