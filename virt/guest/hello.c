/* SPDX-License-Identifier: MIT
 * A first guest: says hello, then uses each thing of the runtime once.
 *
 * Parameters: who=NAME; ticks=N (3), how many timer interrupts it waits for; paging=0 to leave
 * paging out.
 */
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

const char guest_name[] = "hello";

#define WINDOW 0x40000000u
#define MARK 0x600dcafeu

extern const char hello_divide[], hello_undefined[], hello_privileged[], hello_call[];
asm(".text\n"
    "hello_divide: xorl %ecx, %ecx; xorl %edx, %edx; divl %ecx\n"
    "hello_undefined: ud2\n"
    "hello_privileged: cli\n"
    "hello_call: int $0x80; int $0x80; int $0x81\n");

static void expect(const char *what, struct probe p, uint32_t vector, uint32_t error)
{
    printf("%s: vector %u, error %u\n", what, p.vector, p.error);
    if (p.vector != vector || p.error != error)
        guest_fail("%s: expected vector %u, error %u", what, vector, error);
}

static void exceptions(void)
{
    expect("division", probe_run(hello_divide, false, 1, 0), 0, 0);
    expect("undefined", probe_run(hello_undefined, false, 0, 0), 6, 0);
}

static void system_call(struct trap_frame *frame)
{
    frame->eax = frame->eax * 2 + 1;
}

/* With user mode allowed to everything. */
static void user_mode(void)
{
    trap_set(VECTOR_SYSCALL, system_call);
    struct probe p = probe_run(hello_call, true, 5, 0);
    expect("two calls from user mode", p, VECTOR_DONE, 0);
    if (p.eax != 23)
        guest_fail("the calls made %u of 5, not 23", p.eax);
    expect("cli in user mode", probe_run(hello_privileged, true, 0, 0), 13, 0);
}

static void paging(bool pae)
{
    struct space s =
        space_create(pae, memory_end() > (4u << 20) ? 4u << 20 : memory_end(), PTE_W | PTE_U);
    uint32_t page = page_alloc();
    *(uint32_t *)page = MARK;
    space_map(&s, WINDOW, page | PTE_P | PTE_W);
    paging_on(&s);
    printf("paging on, %s\n", pae ? "PAE" : "2-level");
    uint32_t seen = *(volatile uint32_t *)WINDOW;
    *(volatile uint32_t *)WINDOW = ~MARK;
    user_mode();
    expect("user read", probe_access(PROBE_READ, true, WINDOW, 0), 14, 5);
    expect("absent read", probe_access(PROBE_READ, false, WINDOW + PAGE_SIZE, 0), 14, 0);
    paging_off();
    printf("paging off\n");
    uint64_t entry = entry_get(&s, space_entry(&s, WINDOW, 1));
    if (seen != MARK || *(uint32_t *)page != ~MARK || (entry & 0xfff) != 0x063)
        guest_fail("read %#x, wrote %#x, entry %#x", seen, *(uint32_t *)page, (uint32_t)entry);
}

int guest_main(void)
{
    printf("hello, %s\n", param_string("who", "world"));
    exceptions();
    if (param_number("paging", 1) != 0) {
        paging(false);
        paging(true);
    }
    checkpoint(1);
    uint32_t ticks = param_number("ticks", 3);
    if (ticks > 0) {
        timer_start(100, NULL);
        timer_wait(ticks);
        timer_stop();
        printf("%u ticks\n", ticks);
    }
    return 0;
}
