/* SPDX-License-Identifier: MIT
 * Machines treated at random, by two threads and now and then a child: made, run, closed, their
 * slots, caches and states set to what is nearly right, their memory filled with instructions and
 * table entries at random, and taken away.  Whatever comes of it, the kernel stays whole.
 * "vcpu-fuzz SEED ACTIONS".
 * @cpu: max
 * @args: 1 150
 * @mem: 8
 * @matrix: jitter=1..3
 * @sample: 1
 * @kstat: virt.exits >= 20
 * @kstat: vm.frames_user == 0
 * @kstat: vm.pages_promised == 0
 */
#include <mman.h>
#include <resource.h>
#include <stdlib.h>
#include <string.h>
#include <thread.h>
#include <unistd.h>
#include <virt.h>
#include <xorshift.h>
#include "tests/lib.h"

#define AREA 0x30000000u
#define AREA_PAGES 64
#define CONTENT_PAGES 24
#define MACHINES 3
#define CPUS 4

static uint32_t seed;
static volatile int machines[MACHINES] = {-1, -1, -1}, cpus[CPUS] = {-1, -1, -1, -1};
static unsigned actions;
static int content;       /* A file of CONTENT_PAGES, to be mapped. */
static volatile int done; /* Threads. */

static uint32_t random_word(void)
{
    return xorshift32(&seed);
}

static unsigned pick(unsigned n)
{
    return (random_word() >> 4) % n;
}

static uint32_t nearly(uint32_t value, uint32_t mask)
{
    return pick(5) == 0 ? random_word() & mask : value;
}

static void map_area(unsigned first, unsigned pages, int prot)
{
    mmap2(test_address(AREA + first * TEST_PAGE), pages * TEST_PAGE, prot,
          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static uint64_t soon(void)
{
    uint64_t ticks = 0;
    kstat_value("timer.ticks", &ticks);
    return (ticks + 1 + pick(2)) * 10000000;
}

/* ---- Actions -------------------------------------------------------------------------------- */

static void make_machine(void)
{
    unsigned n = pick(MACHINES);
    if (machines[n] >= 0 && pick(3) != 0)
        return;
    close(machines[n]);
    machines[n] = vm_create(pick(4));
}

static void make_cpu(void)
{
    unsigned n = pick(CPUS);
    if (cpus[n] >= 0 && pick(3) != 0)
        return;
    close(cpus[n]);
    cpus[n] = vcpu_create(machines[pick(MACHINES)]);
}

static void set_slot(void)
{
    struct vm_slot s = {
        .slot = nearly(pick(3), 15),
        .flags = nearly(0, 3),
        .gpa = nearly(pick(4) * 0x10000, 0xfffff000),
        .size = nearly(0x10000, 0x1ffff),
        .uaddr = nearly(AREA + pick(4) * 0x10000, 0x3003f000),
    };
    vm_control(machines[pick(MACHINES)], VM_SET_SLOT, &s);
}

static void set_cache(void)
{
    static const char *const policies[] = {"fifo", "clock", "random", "", "none such"};
    struct vm_cache c = {.pages = nearly(pick(40), 0xfff),
                         .mark = nearly(pick(2), 3),
                         .age = nearly(pick(3), 3),
                         .room = nearly(pick(3), 3)};
    strlcpy(c.policy, policies[pick(5)], sizeof c.policy);
    vm_control(machines[pick(MACHINES)], VM_SET_CACHE, &c);
}

static void control(void)
{
    uint32_t room[128];
    memset(room, 0, sizeof room);
    room[0] = pick(3);
    room[1] = nearly(AREA + pick(0x20000), 0xffffffff);
    room[2] = room[3] = nearly(AREA + pick(0x20000), 0xffffffff);
    enum vm_op op = nearly(VM_GET_DIRTY + pick(7), 15);
    if (op == VM_RECLAIM)
        room[0] = pick(20);
    if (op != VM_SET_SLOT)
        vm_control(machines[pick(MACHINES)], op, pick(8) == 0 ? (void *)AREA : room);
}

static void set_state(void)
{
    static const uint32_t cr0s[] = {0x10, 0x11, 0x80000011, 0x80010011};
    struct vcpu_state s;
    int cpu = cpus[pick(CPUS)];
    if (vcpu_control(cpu, VCPU_GET_STATE, &s) < 0)
        return;
    for (unsigned i = 0; i < SEG_COUNT; i++) {
        s.seg[i].attributes = nearly(i == SEG_CS ? 0xc9b : 0xc93, 0xffff);
        s.seg[i].limit = nearly(0xffffffff, 0xffffffff);
        s.seg[i].base = nearly(0, 0x1ffff);
    }
    for (unsigned i = 0; i < REG_COUNT; i++)
        s.regs[i] = nearly(random_word() & 0x3ffff, 0xffffffff);
    s.eip = nearly(random_word() & 0x3ffff, 0xffffffff);
    s.eflags = nearly(2, 0xffffffff);
    s.cr0 = nearly(cr0s[pick(4)], 0xffffffff);
    s.cr3 = nearly(pick(64) << 12, 0xffffffff);
    s.cr4 = nearly(pick(4) << 4, 0xff);
    s.efer = nearly(0, 0x800);
    s.gdt_base = nearly(pick(64) << 12, 0x3ffff);
    s.idt_base = nearly(pick(64) << 12, 0x3ffff);
    s.gdt_limit = s.idt_limit = nearly(0xffff, 0xffff);
    vcpu_control(cpu, VCPU_SET_STATE, &s);
}

static void give_interrupt(void)
{
    uint32_t vector = nearly(pick(256), 0x1ff);
    struct vcpu_translate t = {.gva = random_word() & 0x3ffff, .access = pick(8) & 6};
    vcpu_control(cpus[pick(CPUS)], VCPU_INTERRUPT, &vector);
    vcpu_control(cpus[pick(CPUS)], VCPU_TRANSLATE, &t);
}

static void run_cpu(void)
{
    struct vcpu_run run;
    int cpu = cpus[pick(CPUS)];
    memset(&run, 0, sizeof run);
    run.deadline_ns = soon();
    run.want_window = pick(4) == 0;
    for (unsigned n = 0; n < 8; n++)
        if (vcpu_run(cpu, &run) < 0 || run.exit >= VCPU_EXIT_SHUTDOWN)
            return;
}

/* A page of instructions, of entries of tables, or of what only looks like them. */
static void fill_page(uint32_t *words, unsigned kind)
{
    for (unsigned i = 0; i < TEST_PAGE / 4; i++) {
        uint32_t entry = pick(AREA_PAGES) << 12 | 7 | (random_word() & 0x1e0);
        words[i] = kind == 0 ? random_word() : kind == 1 ? entry : i & 1 ? 0 : entry & ~6u;
    }
}

static void make_content(void)
{
    static uint32_t words[TEST_PAGE / 4];
    REQUIRE(create("fz-guest", 0), "create a file");
    content = open_file("fz-guest");
    for (unsigned i = 0; i < CONTENT_PAGES; i++) {
        fill_page(words, i % 3);
        REQUIRE(write(content, words, TEST_PAGE) == TEST_PAGE, "write a page");
    }
}

/* Other content, from the file or none; now and then read-only. */
static void change_memory(void)
{
    unsigned first = pick(AREA_PAGES), pages = 1 + pick(6), from = pick(CONTENT_PAGES - 6);
    if (first + pages > AREA_PAGES)
        return;
    if (pick(4) == 0)
        map_area(first, pages, PROT_READ | PROT_WRITE);
    else
        mmap2(test_address(AREA + first * TEST_PAGE), pages * TEST_PAGE,
              pick(6) == 0 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, content,
              from);
}

static void (*const all[])(void) = {make_machine, make_cpu,       set_slot, set_cache,
                                    control,      set_state,      run_cpu,  run_cpu,
                                    set_state,    give_interrupt, run_cpu,  change_memory};

static void act(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        all[pick(sizeof all / sizeof *all)]();
}

static void child(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        act(20);
        exit(0);
    }
    if (pid > 0)
        waitpid(pid, NULL, 0);
}

static void work(void *arg)
{
    for (unsigned i = 0; i < actions; i += 10) {
        act(10);
        if (arg == NULL && pick(8) == 0)
            child();
    }
    done++;
}

int main(int argc, char *argv[])
{
    REQUIRE(argc == 3, "want SEED and ACTIONS");
    seed = atoi(argv[1]) * 2654435761u + 1;
    actions = atoi(argv[2]);
    map_area(0, AREA_PAGES, PROT_READ | PROT_WRITE);
    make_content();
    for (unsigned i = 0; i < 60; i++)
        change_memory();
    for (unsigned i = 0; i < 8; i++) {
        make_machine();
        make_cpu();
        set_slot();
    }
    REQUIRE(thread_start(work, test_address(1)) > 0, "a second thread");
    work(NULL);
    while (done < 2)
        sleep_ms(10);
    msg("whole");
    return 0;
}
