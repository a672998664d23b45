/* SPDX-License-Identifier: MIT
 * The process stores to its guest's page tables, as a device would: after its own INVLPG or load of
 * CR3 the guest sees what is there.  In any mode; with memory that is private, shared with a child,
 * a file's, at two guest-physical addresses, or mapped anew.
 * @cpu: max
 * @sources: tests/virt/tiny.c
 */
#include <mman.h>
#include "tests/virt/tiny.h"
#include <unistd.h>

#define DIRECTORY 0x10000
#define TABLES 0x11000 /* Two. */
#define PAGES 0x14000  /* Four, the first word of each its number. */
#define WINDOW 0x400000
#define ALIAS 0x100000 /* Where all memory is once more, in some tests. */

/* Reads the window; flushes as EBX says. */
TINY_CODE32(look, "1: mov (0x400000), %eax; hlt; test %ebx, %ebx; jz 2f; invlpg (0x400000);"
                  "jmp 1b; 2: mov %cr3, %ecx; mov %ecx, %cr3; jmp 1b");
TINY_CODE32(store, "mov %edx, (0x112000); hlt");

static const char *how;
static enum vm_mode mode;

static void set_tables(struct tiny *t, unsigned page)
{
    *tiny_word(t, DIRECTORY) = TABLES | 7;
    *tiny_word(t, DIRECTORY + 4) = (TABLES + 0x1000) | 7;
    for (unsigned i = 0; i < TINY_SIZE / 4096; i++)
        *tiny_word(t, TABLES + i * 4) = i << 12 | 7;
    *tiny_word(t, TABLES + 0x1000) = (PAGES + page * 0x1000) | 0x67;
    for (unsigned i = 0; i < 4; i++)
        *tiny_word(t, PAGES + i * 0x1000) = i;
    *tiny_word(t, 0) = 99;
}

/* The guest flushes, and then sees page WANT. */
static void expect(struct tiny *t, unsigned want, const char *after)
{
    tiny_run_to_halt(t);
    REQUIRE(t->state.regs[REG_EAX] == want, "mode %u, %s: after %s page %u, not %u", mode, how,
            after, t->state.regs[REG_EAX], want);
    vm_control(t->vm, VM_AUDIT, NULL);
}

static void flush_by(struct tiny *t, bool invlpg)
{
    t->state.regs[REG_EBX] = invlpg;
    tiny_set(t);
}

static void begin(struct tiny *t)
{
    tiny_start32(t, look);
    set_tables(t, 0);
    t->state.cr3 = DIRECTORY;
    t->state.cr0 |= 0x80010000;
    tiny_set(t);
    expect(t, 0, "nothing");
}

/* Entries of a table and of the directory change; MEMORY is the guest's, perhaps at another
 * address.
 */
static void change(struct tiny *t, uint8_t *memory)
{
    uint32_t *table = (uint32_t *)(memory + TABLES + 0x1000);
    uint32_t *directory = (uint32_t *)(memory + DIRECTORY);
    for (unsigned round = 0; round < 4; round++) {
        bool invlpg = round % 2;
        *table = (PAGES + 0x1000) | 0x67;
        expect(t, 1, "a store to the table");
        *(volatile uint8_t *)((uint8_t *)table + 1) += 0x10;
        expect(t, 2, "another");
        *table = (PAGES + 0x3000) | 0x67;
        expect(t, 3, "a third");
        *table = PAGES | 0x67;
        directory[1] = TABLES | 0x27;
        expect(t, 99, "a store to the directory");
        directory[1] = (TABLES + 0x1000) | 0x27;
        expect(t, 0, "one back");
        flush_by(t, !invlpg);
    }
}

static void test_private(void)
{
    struct tiny t;
    how = "private memory";
    tiny_make(&t, mode);
    begin(&t);
    change(&t, t.memory);
    tiny_end(&t);
}

/* While a child has the same pages, copied at the next store. */
static void test_forked(void)
{
    struct tiny t;
    how = "forked";
    tiny_make(&t, mode);
    begin(&t);
    int child = fork();
    if (child == 0) {
        sleep_ms(30);
        *tiny_word(&t, TABLES + 0x1000) = 0;
        exit(0);
    }
    change(&t, t.memory);
    wait(child);
    change(&t, t.memory);
    tiny_end(&t);
}

static void take_as_memory(struct tiny *t, void *bytes)
{
    struct vm_slot slot = {.size = TINY_SIZE, .uaddr = (uintptr_t)bytes};
    int err = vm_control(t->vm, VM_SET_SLOT, &slot);
    REQUIRE(err == 0, "VM_SET_SLOT gave %d", err);
    munmap2(t->memory, TINY_SIZE);
    t->memory = bytes;
}

static void *map_shared(int fd)
{
    void *bytes = mmap2(NULL, TINY_SIZE, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    REQUIRE(mman_error(bytes) == 0, "mmap2 gave %d", mman_error(bytes));
    return bytes;
}

/* A child that shares the memory stores to it, before and after it is known to. */
static void test_shared(void)
{
    struct tiny t;
    how = "shared with a child";
    tiny_make(&t, mode);
    take_as_memory(&t, map_shared(-1));
    begin(&t);
    int child = fork();
    if (child == 0) {
        *tiny_word(&t, TABLES + 0x1000) = (PAGES + 0x2000) | 0x67;
        exit(0);
    }
    wait(child);
    expect(&t, 2, "the child's store");
    *tiny_word(&t, TABLES + 0x1000) = PAGES | 0x67;
    expect(&t, 0, "an own one");
    change(&t, t.memory);
    tiny_end(&t);
}

static void test_file(void)
{
    struct tiny t;
    how = "a file";
    uint32_t entry = (PAGES + 0x3000) | 0x67;
    create("memory", TINY_SIZE); /* In the first mode. */
    int fd = open("memory");
    REQUIRE(fd > 1, "memory is there");
    tiny_make(&t, mode);
    take_as_memory(&t, map_shared(fd));
    begin(&t);
    seek(fd, TABLES + 0x1000);
    REQUIRE(write(fd, &entry, 4) == 4, "write");
    expect(&t, 3, "a write()");
    uint8_t *second = map_shared(fd);
    change(&t, second);
    munmap2(second, TINY_SIZE);
    change(&t, t.memory);
    tiny_end(&t);
    close(fd);
}

/* The guest's memory is also at ALIAS, by this machine's slot or another machine's. */
static void test_alias(bool other)
{
    struct tiny t, u;
    how = other ? "another machine's" : "two slots";
    tiny_make(&t, mode);
    begin(&t);
    tiny_make(&u, mode);
    struct vm_slot slot = {
        .slot = 1, .gpa = ALIAS, .size = TINY_SIZE, .uaddr = (uintptr_t)t.memory};
    int err = vm_control(other ? u.vm : t.vm, VM_SET_SLOT, &slot);
    REQUIRE(err == 0, "VM_SET_SLOT gave %d", err);
    struct tiny *by = other ? &u : &t;
    struct vcpu_state state = t.state;
    tiny_start32(&u, store);
    memcpy(t.memory + 0x6000, store, store_end - store);
    *tiny_word(&t, TABLES + 0x112 * 4) = 0x112067;
    for (unsigned i = 1; i < 4; i++) {
        by->state.eip = other ? TINY_CODE : 0x6000;
        by->state.regs[REG_EDX] = (PAGES + i * 0x1000) | 0x67;
        tiny_set(by);
        tiny_run_to_halt(by);
        if (!other) {
            t.state = state;
            tiny_set(&t);
        }
        expect(&t, i, "a guest's store there");
    }
    change(&t, t.memory);
    tiny_end(&u);
    tiny_end(&t);
}

static void test_mapped_anew(void)
{
    struct tiny t;
    how = "mapped anew";
    create("table", 4096);
    int fd = open("table");
    uint32_t entry = (PAGES + 0x2000) | 0x67;
    REQUIRE(fd > 1 && write(fd, &entry, 4) == 4, "a table in a file");
    tiny_make(&t, mode);
    begin(&t);
    uint8_t *table = t.memory + TABLES + 0x1000;
    uint8_t *again = mmap2(table, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
    REQUIRE(again == table, "mmap2 gave %p", again);
    expect(&t, 2, "mmap()");
    change(&t, t.memory);
    tiny_end(&t);
    close(fd);
}

int main(void)
{
    static const enum vm_mode modes[] = {VM_MODE_VTLB, VM_MODE_CACHE, VM_MODE_NPT};
    for (unsigned i = 0; i < 3; i++) {
        mode = modes[i];
        test_private();
        test_forked();
        test_shared();
        test_file();
        test_alias(false);
        test_alias(true);
        test_mapped_anew();
        msg("mode %u", mode);
    }
    return 0;
}
