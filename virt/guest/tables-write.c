/* SPDX-License-Identifier: MIT
 * Cases of the guest tables: the instructions that set an entry.
 *
 * An entry of 8 bytes is set by two stores, by CMPXCHG8B, or by string instructions; either kind by
 * whatever stores to memory.  Each way gets the entry's address, what is there and what shall be.
 */
#include "virt/guest/tables.h"

#define LOW(ENTRY) ((uint32_t)(ENTRY))
#define HIGH(ENTRY) ((uint32_t)((ENTRY) >> 32))

typedef void way(uint32_t at, uint64_t old, uint64_t new);

static void store(uint32_t at, uint32_t value)
{
    asm volatile("movl %1, (%0)" : : "r"(at), "r"(value) : "memory");
}

/* Absent first, so that no half of an entry is ever used with another's other half. */
static void by_halves(uint32_t at, uint64_t old, uint64_t new)
{
    asm volatile("movl $0, (%0)" : : "r"(at) : "memory");
    if (space.pae)
        store(at + 4, HIGH(new));
    store(at, LOW(new));
}

static void by_bytes(uint32_t at, uint64_t old, uint64_t new)
{
    for (int i = space.pae ? 7 : 3; i >= 0; i--) {
        asm volatile("movb %1, (%0)" : : "r"(at + i), "q"((uint8_t)(new >> 8 * i)) : "memory");
    }
}

static void by_words(uint32_t at, uint64_t old, uint64_t new)
{
    for (int i = space.pae ? 6 : 2; i >= 0; i -= 2) {
        asm volatile("movw %1, (%0)" : : "r"(at + i), "r"((uint16_t)(new >> 8 * i)) : "memory");
    }
}

static void by_cmpxchg(uint32_t at, uint64_t old, uint64_t new)
{
    bool done;
    if (space.pae) {
        done = compare_exchange_64((volatile uint64_t *)at, &old, new);
    } else {
        uint32_t was = old;
        asm volatile("lock cmpxchgl %3, (%2); sete %0"
                     : "=q"(done), "+a"(was)
                     : "r"(at), "r"(LOW(new))
                     : "memory", "cc");
    }
    check(done, "compare and exchange");
}

/* One that does not match must leave the entry and give what it is. */
static void by_cmpxchg_failed(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t was = LOW(old) ^ 0x10;
    asm volatile("lock cmpxchgl %2, (%1)" : "+a"(was) : "r"(at), "r"(0) : "memory", "cc");
    check(was == LOW(old), "a failed compare gave %#x, not %#x", was, LOW(old));
    by_cmpxchg(at, old, new);
}

static void by_xchg(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t value = LOW(new);
    asm volatile("xchgl %0, (%1)" : "+r"(value) : "r"(at) : "memory");
    check(value == LOW(old), "exchanged %#x, not %#x", value, LOW(old));
}

static void by_and_or(uint32_t at, uint64_t old, uint64_t new)
{
    asm volatile("andl $0xfff, (%0)" : : "r"(at) : "memory", "cc");
    asm volatile("lock orl %1, (%0)" : : "r"(at), "r"(LOW(new) & ~0xfffu) : "memory", "cc");
    asm volatile("xorl %1, (%0)" : : "r"(at), "r"((LOW(old) ^ LOW(new)) & 0xfff) : "memory", "cc");
}

static void by_add(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t difference = LOW(new) - LOW(old);
    asm volatile("addl %1, (%0)" : : "r"(at), "r"(difference) : "memory", "cc");
    asm volatile("lock xaddl %1, (%0)" : "+r"(at), "+r"(difference) : : "memory", "cc");
    check(difference == LOW(new), "xadd gave %#x, not %#x", difference, LOW(new));
    asm volatile("subl %1, (%0)" : : "r"(at), "r"(LOW(new) - LOW(old)) : "memory", "cc");
    asm volatile("incl (%0); decl (%0); notl (%0); notl (%0)" : : "r"(at) : "memory", "cc");
}

static void by_bits(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t changed = LOW(old) ^ LOW(new);
    for (unsigned bit = 31; bit < 32; bit--) {
        if (!(changed & 1u << bit))
            continue;
        if (bit % 2 == 0)
            asm volatile("lock btcl %1, (%0)" : : "r"(at), "r"(bit) : "memory", "cc");
        else if (new & 1u << bit)
            asm volatile("btsl %1, (%0)" : : "r"(at), "r"(bit) : "memory", "cc");
        else
            asm volatile("lock btrl %1, (%0)" : : "r"(at), "r"(bit) : "memory", "cc");
    }
}

static void by_rep_stos(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t to = at, count = space.pae ? 2 : 1;
    asm volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(0) : "memory");
    to = at;
    count = 1;
    asm volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(LOW(new)) : "memory");
}

static void by_movs(uint32_t at, uint64_t old, uint64_t new)
{
    uint32_t from = (uint32_t) & new, to = at, count = space.pae ? 2 : 1;
    asm volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
    from = (uint32_t) & new;
    to = at;
    asm volatile("movsb; movsw" : "+D"(to), "+S"(from) : : "memory");
}

static void by_push_pop(uint32_t at, uint64_t old, uint64_t new)
{
    asm volatile("pushl %1; popl (%0)" : : "r"(at), "r"(LOW(new)) : "memory");
}

static void by_setcc(uint32_t at, uint64_t old, uint64_t new)
{
    by_halves(at, old, new & ~0xffull);
    asm volatile("testl %%eax, %%eax; setnz (%0)" : : "r"(at), "a"(1) : "memory", "cc");
    asm volatile("shlb $3, (%0); orb %1, (%0)" : : "r"(at), "q"((uint8_t) new) : "memory", "cc");
    by_bytes(at, old, new);
}

static const struct {
    const char *name;
    way *write;
} ways[] = {
    {"halves", by_halves},     {"bytes", by_bytes}, {"words", by_words},
    {"cmpxchg", by_cmpxchg},   {"xchg", by_xchg},   {"cmpxchg that fails", by_cmpxchg_failed},
    {"and, or", by_and_or},    {"add", by_add},     {"bit by bit", by_bits},
    {"rep stos", by_rep_stos}, {"movs", by_movs},   {"pop", by_push_pop},
    {"setcc", by_setcc},
};
#define WAYS (sizeof ways / sizeof *ways)

/* Entries of a table. */
void case_ways_table(void)
{
    space_map(&space, WINDOW, pages[0] | ALL_RIGHTS);
    uint32_t at = space_entry(&space, WINDOW, 1);
    for (unsigned i = 0; i < WAYS * 3; i++) {
        uint32_t page = pages[(i + 1) % PAGES];
        ways[i % WAYS].write(at, get(WINDOW, 1), page | ALL_RIGHTS | (i / WAYS % 2 ? PTE_A : 0));
        invlpg(WINDOW);
        check_maps(WINDOW, page, ways[i % WAYS].name);
        check(get(WINDOW, 1) == (page | ALL_RIGHTS | PTE_A), "%s: %#llx", ways[i % WAYS].name,
              get(WINDOW, 1));
        if (i >= WAYS * 2)
            set_now(WINDOW, 1, 0);
    }
    drop_table(WINDOW);
}

/* Entries of a directory, which take whole tables away and bring others. */
void case_ways_directory(void)
{
    uint32_t tables[2] = {page_alloc(), page_alloc()};
    for (unsigned i = 0; i < 2; i++) {
        entry_set(&space, tables[i], pages[i] | ALL_RIGHTS);
    }
    uint32_t at = space_entry(&space, WINDOW, 2);
    for (unsigned i = 0; i < WAYS * 2; i++) {
        ways[i % WAYS].write(at, get(WINDOW, 2), tables[i % 2] | ALL_RIGHTS);
        flush_tlb();
        check_maps(WINDOW, pages[i % 2], ways[i % WAYS].name);
        check(get(WINDOW, 2) == (tables[i % 2] | ALL_RIGHTS | PTE_A), "%s: %#llx",
              ways[i % WAYS].name, get(WINDOW, 2));
    }
    set(WINDOW, 2, 0);
    flush_tlb();
    page_free(tables[0]);
    page_free(tables[1]);
}

/* A whole table filled and copied by string instructions, backwards too. */
void case_rep_table(void)
{
    uint32_t table = space_table(&space, WINDOW), source = page_alloc();
    unsigned entries = PAGE_SIZE / (space.pae ? 8 : 4);
    for (unsigned i = 0; i < entries; i++) {
        entry_set(&space, source + i * (space.pae ? 8 : 4), pages[i % PAGES] | ALL_RIGHTS);
    }
    for (unsigned round = 0; round < 4; round++) {
        uint32_t from = source, to = table, count = PAGE_SIZE / 4;
        if (round % 2 == 0) {
            asm volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
        } else {
            from += PAGE_SIZE - 4;
            to += PAGE_SIZE - 4;
            asm volatile("std; rep movsl; cld" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
        }
        flush_tlb();
        for (unsigned i = 0; i < entries; i += 37) {
            check_maps(WINDOW + i * PAGE_SIZE, pages[i % PAGES], "copied");
        }
        to = table;
        count = PAGE_SIZE / 4;
        asm volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(0) : "memory");
        flush_tlb();
        for (unsigned i = 0; i < entries; i += 37) {
            check_maps(WINDOW + i * PAGE_SIZE, 0, "cleared");
        }
    }
    page_free(source);
    drop_table(WINDOW);
}

/* A store that touches two entries, and one that touches two tables. */
void case_straddle(void)
{
    uint32_t both = pages_alloc(2, PAGE_SIZE), va[2] = {WINDOW, WINDOW + space_large_size(&space)};
    unsigned size = space.pae ? 8 : 4;
    for (unsigned i = 0; i < 2; i++) {
        set(va[i], 2, (both + i * PAGE_SIZE) | ALL_RIGHTS);
    }
    uint32_t last = va[1] - PAGE_SIZE; /* The first table's last page. */
    for (unsigned i = 0; i < 6; i++) {
        set(last, 1, pages[0] | ALL_RIGHTS);
        set(va[1], 1, pages[i % PAGES] | ALL_RIGHTS);
        set(va[1] + PAGE_SIZE, 1, pages[1] | ALL_RIGHTS);
        flush_tlb();
        check_maps(last, pages[0], "the last of one table");
        check_maps(va[1], pages[i % PAGES], "the first of the next");
        /* Two bytes of each: the low half of the first of the table becomes the next page's. */
        uint32_t at = both + PAGE_SIZE - 2;
        uint32_t first = *(volatile uint32_t *)(both + PAGE_SIZE - 4) >> 16;
        uint32_t page = pages[(i + 1) % PAGES];
        store(at, first | (page | ALL_RIGHTS) << 16);
        flush_tlb();
        uint32_t want = (pages[i % PAGES] & 0xffff0000u) | (page & 0xf000u);
        check((get(va[1], 1) & 0xfffff01fu) == (want | ALL_RIGHTS), "entry %#llx", get(va[1], 1));
        check_maps(last, pages[0], "the last, half written");
        /* And one over two entries of one table. */
        at = both + PAGE_SIZE + size - 2;
        uint32_t low = *(volatile uint32_t *)(at - 2) >> 16;
        store(at, low | (uint32_t)(pages[2] | ALL_RIGHTS) << 16);
        flush_tlb();
        want = (pages[1] & 0xffff0000u) | (pages[2] & 0xf000u);
        check((get(va[1] + PAGE_SIZE, 1) & 0xfffff01fu) == (want | ALL_RIGHTS), "entry %#llx",
              get(va[1] + PAGE_SIZE, 1));
    }
    set(va[0], 2, 0);
    set(va[1], 2, 0);
    flush_tlb();
}
