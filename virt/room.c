/* SPDX-License-Identifier: MIT
 * Room for shadow pages: the limit, who leaves when it is reached, and the ways
 * to set both.
 *
 * Three rules (enum vm_room):
 *   batch    nothing as long as LOW pages are free; else evicts until HIGH are
 *   one      evicts one page when one is wanted
 *   fullest  the same, but not by the set's policy: of the next few pages, that with the fewest
 *            entries leaves, as it is the cheapest to fill again.  A page that was not used since
 *            it was last looked at counts for half of what it did then.
 *
 * A root of a virtual CPU never leaves.  But when such roots would leave less
 * than an instruction may need (SHADOW_INSTRUCTION_TABLES), only those of the
 * CPU that asks are kept: the others find theirs again, or not, before they
 * next enter the guest.
 *
 * No policy promises that the pages which an instruction needs stay together
 * until it is done, as they come one by one, each by a fault.  So after a good
 * many pages for the same instruction, pages leave in the order they came in:
 * then the last ones, as many as an instruction can need, all stay.
 */
#include "threads/cmdline.h"
#include "threads/malloc.h"
#include "virt/cache.h"
#include "vm/page.h"
#include <debug.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static_assert(SHADOW_PAGES_MIN == MMU_TABLES_MIN, "what an instruction may need");

#define ROOM_LOW 5
#define ROOM_HIGH 25
#define LOOKS 8 /* How many pages `fullest' compares. */
#define STUCK (2 * SHADOW_INSTRUCTION_TABLES)

/* ---- What a policy asks ---- */

static struct shadow_page *page_of(const struct evict_entry *entry)
{
    return container_of((struct evict_entry *)entry, struct shadow_page, entry);
}

static bool may_evict(void *ctx, struct evict_entry *entry)
{
    return page_of(entry)->roots == 0;
}

/* Were the entries that lead to SP used? */
static inline __attribute__((always_inline)) bool
parents_accessed(struct shadow_cache *c, struct shadow_page *sp, bool clear)
{
    uint32_t bits = 0, n = 0;
    for (const struct shadow_link *l = &sp->parents; l != NULL && l->parent != NULL; l = l->next) {
        bits |= *l->entry;
        if (clear)
            *l->entry &= ~PTE_A;
        n++;
    }
    c->vm->counters.age_bits += n;
    return bits & PTE_A;
}

static bool accessed(struct shadow_cache *c, struct shadow_page *sp, bool clear)
{
    if (c->age == VM_AGE_PARENT)
        return parents_accessed(c, sp, clear);
    if (sp->role.level != 1 || c->age == VM_AGE_NONE)
        return false;
    c->vm->counters.age_bits += shadow_entries(sp);
    return spte_table_accessed(c->vm, sp->table, sp->role.pae, clear);
}

static bool test_and_clear_referenced(void *ctx, struct evict_entry *entry)
{
    struct shadow_page *sp = page_of(entry);
    bool marked = sp->referenced;
    sp->referenced = false;
    return accessed(ctx, sp, true) || marked;
}

static bool referenced(void *ctx, const struct evict_entry *entry)
{
    struct shadow_page *sp = page_of(entry);
    return sp->referenced || accessed(ctx, sp, false);
}

static struct evict_entry *at(void *ctx, size_t index)
{
    const struct shadow_cache *c = ctx;
    return index < c->count ? &c->pages[index]->entry : NULL;
}

static const struct evict_owner owner = {may_evict, test_and_clear_referenced, referenced, at};

/* ---- Who leaves ---- */

/* By the set's policy, whose counters become the machine's. */
static struct shadow_page *by_policy(struct shadow_cache *c, size_t wanted)
{
    struct evict_entry *victim = evict_choose(&c->set, c->born, wanted);
    struct evict_counters *n = &c->set.counters;
    c->vm->counters.scans += n->scans;
    c->vm->counters.ref_skips += n->second_chances;
    c->vm->counters.fifo_fallbacks += n->fifo_fallbacks;
    *n = (struct evict_counters){0};
    return victim != NULL ? page_of(victim) : NULL;
}

/* The next page after the hand that may leave, or NULL; LEFT counts down what
 * may be looked at. */
static struct shadow_page *next_page(struct shadow_cache *c, unsigned *left)
{
    while (*left > 0) {
        --*left;
        c->hand = c->hand + 1 < c->count ? c->hand + 1 : 0;
        if (c->pages[c->hand]->roots == 0)
            return c->pages[c->hand];
    }
    return NULL;
}

/* Of the next LOOKS pages that may leave, the one that is worth least; the
 * first that is next to nothing, and unused, ends the search. */
static struct shadow_page *by_fill(struct shadow_cache *c)
{
    struct shadow_page *victim = NULL, *sp;
    unsigned found = 0, in_use = 0, left = c->count;
    bool used = false;
    while (found < LOOKS && (sp = next_page(c, &left)) != NULL) {
        found++;
        bool use = sp->referenced;
        sp->referenced = false;
        /* Inline where it is the rule: this is the cost of most choices. */
        use |= c->age == VM_AGE_PARENT ? parents_accessed(c, sp, true) : accessed(c, sp, true);
        sp->worth = use ? sp->filled : sp->worth / 2;
        in_use += use;
        if (victim == NULL || sp->worth < victim->worth) {
            victim = sp;
            used = use;
        }
        if (!use && sp->worth <= 1)
            break;
    }
    c->vm->counters.scans += found;
    c->vm->counters.ref_skips += in_use - used; /* Itself, it is not passed over. */
    c->vm->counters.fifo_fallbacks += used;
    return victim;
}

static struct shadow_page *by_age(struct shadow_cache *c)
{
    struct shadow_page *oldest = NULL;
    for (unsigned i = 0; i < c->count; i++) {
        struct shadow_page *sp = c->pages[i];
        if (sp->roots == 0 && (oldest == NULL || (int32_t)(sp->born - oldest->born) < 0))
            oldest = sp;
    }
    c->vm->counters.scans += c->count;
    c->vm->counters.fifo_fallbacks++;
    return oldest;
}

/* Evicts until GOAL pages are free, or none may leave. */
static void evict_until(struct shadow_cache *c, unsigned goal, bool stuck)
{
    while (c->limit < c->count + goal) {
        struct shadow_page *victim = stuck                        ? by_age(c)
                                     : c->room == VM_ROOM_FULLEST ? by_fill(c)
                                                                  : by_policy(c, goal);
        if (victim == NULL)
            break;
        shadow_zap(c, victim, true);
    }
    shadow_commit(c);
}

static bool is_stuck(const struct shadow_cache *c)
{
    const struct cache_vcpu *cv = c->vcpus;
    while (cv != NULL && cv->made <= STUCK)
        cv = cv->next;
    return cv != NULL;
}

bool shadow_evict(struct shadow_cache *c)
{
    unsigned before = c->count;
    evict_until(c, c->limit - c->count + 1, is_stuck(c));
    return c->count < before;
}

static void forget_roots_but(struct shadow_cache *c, const struct cache_vcpu *kept)
{
    for (struct cache_vcpu *cv = c->vcpus; cv != NULL; cv = cv->next)
        if (cv != kept)
            cache_forget_roots(c, cv);
}

unsigned shadow_tables(const struct vm *vm)
{
    return vm->mmu.cache->count;
}

void shadow_shrink(struct vm *vm, bool idle)
{
    struct shadow_cache *c = vm->mmu.cache;
    if (idle && c->active == c->count)
        forget_roots_but(c, NULL);
    if (idle || c->count > c->active + SHADOW_INSTRUCTION_TABLES)
        shadow_evict(c);
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

void shadow_make_room(struct shadow_cache *c, struct cache_vcpu *cv)
{
    /* Small caches: between two batches an instruction must get all that it
     * needs. */
    unsigned high = min(ROOM_HIGH, c->limit - 4);
    unsigned low = min(ROOM_LOW, high - (SHADOW_INSTRUCTION_TABLES - 1));
    uint32_t state = vcpu_guest_state(cv->vcpu);
    cv->made = state == cv->state ? cv->made + 1 : 1;
    cv->state = state;
    bool stuck = cv->made > STUCK;
    if (c->limit - c->count >= (c->room == VM_ROOM_BATCH ? low : 1))
        return;
    if (c->active + SHADOW_INSTRUCTION_TABLES > c->limit)
        forget_roots_but(c, cv);
    evict_until(c, c->room == VM_ROOM_BATCH ? high : 1, stuck);
    ASSERT(c->count < c->limit);
}

/* ---- Setting ---- */

static struct vm_cache defaults = {
    .pages = 256,
    .policy = "clock",
    .mark = VM_MARK_FILL,
    .age = VM_AGE_PARENT,
    .room = VM_ROOM_FULLEST,
};

int shadow_room_init(struct shadow_cache *c)
{
    c->pages = mmu_heap_get(c->vm, defaults.pages * sizeof *c->pages);
    if (c->pages == NULL)
        return -ENOMEM;
    c->limit = defaults.pages;
    c->mark = defaults.mark;
    c->age = defaults.age;
    c->room = defaults.room;
    evict_set_init(&c->set, evict_policy_find(defaults.policy), &owner, c, c->limit, 1);
    return 0;
}

/* PAGES is the new array, for LIMIT of them.  Returns the old one. */
static struct shadow_page **resize(struct shadow_cache *c, struct shadow_page **pages,
                                   unsigned limit)
{
    struct shadow_page **old = c->pages;
    if (c->active + SHADOW_INSTRUCTION_TABLES > limit)
        forget_roots_but(c, NULL);
    c->limit = limit;
    evict_until(c, 0, false);
    memcpy(pages, old, c->count * sizeof *pages);
    c->pages = pages;
    evict_resize(&c->set, limit);
    return old;
}

static int compare_births(const void *a, const void *b)
{
    return (int32_t)((*(struct shadow_page *const *)a)->born -
                     (*(struct shadow_page *const *)b)->born);
}

/* Everything goes into a set under POLICY, in the order it was made. */
static void change_policy(struct shadow_cache *c, const struct evict_policy *policy)
{
    for (unsigned i = 0; i < c->count; i++)
        evict_remove(&c->set, &c->pages[i]->entry, false);
    evict_set_init(&c->set, policy, &owner, c, c->limit, 1);
    qsort(c->pages, c->count, sizeof *c->pages, compare_births);
    for (unsigned i = 0; i < c->count; i++) {
        c->pages[i]->place = i;
        evict_insert(&c->set, &c->pages[i]->entry, &(struct evict_hint){.kind = EVICT_SHADOW});
    }
}

static bool is_valid(const struct vm_cache *w)
{
    return (w->pages == 0 || (w->pages >= SHADOW_PAGES_MIN && w->pages <= SHADOW_PAGES_MAX)) &&
           memchr(w->policy, '\0', sizeof w->policy) != NULL &&
           (w->policy[0] == '\0' || evict_policy_find(w->policy) != NULL) &&
           w->mark <= VM_MARK_FILL && w->age <= VM_AGE_PARENT && w->room <= VM_ROOM_FULLEST;
}

int shadow_set_cache(struct vm *vm, const struct vm_cache *wish)
{
    struct shadow_cache *c = vm->mmu.cache;
    struct shadow_page **pages = NULL;
    if (!is_valid(wish))
        return -EINVAL;
    if (wish->pages != 0 && (pages = mmu_heap_get(vm, wish->pages * sizeof *pages)) == NULL)
        return -ENOMEM;
    mmu_lock(vm);
    unsigned limit = c->limit; /* Others may change it until here. */
    c->mark = wish->mark;
    c->age = wish->age;
    c->room = wish->room;
    if (pages != NULL)
        pages = resize(c, pages, wish->pages);
    if (wish->policy[0] != '\0')
        change_policy(c, evict_policy_find(wish->policy));
    mmu_unlock(vm);
    mmu_heap_free(vm, pages, limit * sizeof *pages);
    return 0;
}

int shadow_get_cache(struct vm *vm, struct vm_cache *is)
{
    struct shadow_cache *c = vm->mmu.cache;
    mmu_lock(vm);
    *is = (struct vm_cache){.pages = c->limit, .mark = c->mark, .age = c->age, .room = c->room};
    strlcpy(is->policy, c->set.policy->name, sizeof is->policy);
    mmu_unlock(vm);
    return 0;
}

/* ---- Options ---- */

static int option_pages(const char *value)
{
    unsigned long pages;
    int err = cmdline_number(value, SHADOW_PAGES_MIN, SHADOW_PAGES_MAX, &pages);
    defaults.pages = err == 0 ? pages : defaults.pages;
    return err;
}
CMDLINE_OPTION_NAMED(shadow_pages, "shadow-pages", option_pages,
                     "N: limit of a guest's shadow pages (256; at least 20)");

static int option_policy(const char *value)
{
    const struct evict_policy *policy = vm_policy_option("-shadow-evict", value);
    if (policy == NULL)
        return -EINVAL;
    strlcpy(defaults.policy, policy->name, sizeof defaults.policy);
    return 0;
}
CMDLINE_OPTION_NAMED(shadow_evict, "shadow-evict", option_policy,
                     "POLICY: how to choose the shadow page to evict");

/* The index of VALUE among WORDS, an empty one last, becomes *CHOICE. */
static int choose(const char *value, const char *words, uint8_t *choice)
{
    for (uint8_t i = 0; value != NULL && *words != '\0'; i++, words += strlen(words) + 1) {
        if (strcmp(words, value) == 0) {
            *choice = i;
            return 0;
        }
    }
    return -EINVAL;
}

static int option_mark(const char *value)
{
    return choose(value, "create\0fill\0", &defaults.mark);
}
CMDLINE_OPTION_NAMED(shadow_mark, "shadow-mark", option_mark,
                     "create|fill: what counts as a use of a shadow page");

static int option_age(const char *value)
{
    return choose(value, "none\0leaf\0parent\0", &defaults.age);
}
CMDLINE_OPTION_NAMED(shadow_age, "shadow-age", option_age,
                     "none|leaf|parent: whose accessed bits count, too");

static int option_room(const char *value)
{
    return choose(value, "batch\0one\0fullest\0", &defaults.room);
}
CMDLINE_OPTION_NAMED(shadow_room, "shadow-room", option_room,
                     "batch|one|fullest: how to make room for a shadow page");
