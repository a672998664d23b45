/* SPDX-License-Identifier: MIT
 * A key-value server and its clients, as processes of a small kernel.
 *
 * @sources: virt/guest/kv-user.c
 *
 * Each process has an address space of its own, below which all share the kernel's tables; its
 * pages come when it touches them.  A client asks the server (SET, GET, LPUSH, LPOP) by a system
 * call, checks each answer, and after its operations ends; its next life begins in a new address
 * space made of the freed pages.  The timer takes the CPU from who has had it for a tick.  All keys
 * are their client's own, so that the checksums do not depend on who was faster.
 *
 * vmm sees mark 1 when the processes begin, 2 when they are done.
 *
 * Parameters: clients=N (4), up to 16; ops=N (1000) of each life; lives=N (2); keys=N (200) and
 * lists=N (20) of each client; arenas=N (40), the server's page tables; sleep=N (250): operations
 * between sleeps, 0: none; hz=N (100), 0: no timer, for clients that do not sleep; pae=0|1 (1);
 * seed=N (1).
 */
#include "virt/guest/kv.h"
#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

const char guest_name[] = "kv";

#define PROCESSES_MAX (1 + KV_CLIENTS_MAX)
#define SERVER 0 /* processes[SERVER]; client N is processes[N]. */

struct process {
    enum { GONE, READY, ASKING, ASKED, RECEIVING, SLEEPING } state;
    struct space space;
    struct trap_frame frame;
    uint32_t life, checksum;
    uint32_t wake_at;
    struct kv_message message; /* On its way. */
};

extern char user_begin[], user_end[]; /* kv-user.c's part of the image. */
static struct process processes[PROCESSES_MAX];
static unsigned clients, lives, current;
static uint32_t kernel_end; /* What the kernel's tables map: all RAM. */
static struct space kernel;
static struct kv_start settings;
static uint32_t trap_stack[1024];
static uint32_t pages_mapped, asked;

static void schedule(void) NO_RETURN;

/* ---- Address spaces ---- */

static unsigned kernel_entries(void)
{
    return (kernel_end + space_large_size(&kernel) - 1) / space_large_size(&kernel);
}

/* The kernel's: RAM one to one, and the programs' code for user mode, not to be written. */
static void make_kernel_space(bool pae)
{
    kernel_end = memory_end() < (32u << 20) ? memory_end() : 32u << 20;
    kernel = space_create(pae, kernel_end, PTE_W | PTE_G);
    for (uint32_t page = (uint32_t)user_begin; page < (uint32_t)user_end; page += PAGE_SIZE) {
        space_map(&kernel, page, page | PTE_P | PTE_U | PTE_G);
    }
}

/* One with the kernel's tables in its first entries. */
static struct space make_space(void)
{
    struct space s = space_create(kernel.pae, 0, 0);
    for (unsigned i = 0; i < kernel_entries(); i++) {
        uint32_t va = i * space_large_size(&kernel);
        entry_set(&s, space_entry(&s, va, 2), entry_get(&kernel, space_entry(&kernel, va, 2)));
    }
    return s;
}

static void free_table(const struct space *s, uint32_t table)
{
    unsigned size = s->pae ? 8 : 4;
    for (uint32_t at = table; at < table + PAGE_SIZE; at += size) {
        uint64_t entry = entry_get(s, at);
        if (entry & PTE_P)
            page_free(entry & PTE_ADDRESS);
    }
    page_free(table);
}

/* Gives back all of S's pages and tables; it is not in use. */
static void destroy_space(const struct space *s)
{
    for (uint32_t va = KV_MEMORY; va < KV_MEMORY_END; va += space_large_size(s)) {
        uint64_t entry = entry_get(s, space_entry(s, va, 2));
        if (entry & PTE_P)
            free_table(s, entry & PTE_ADDRESS);
    }
    for (unsigned i = 0; s->pae && i < 4; i++) {
        page_free(entry_get(s, s->root + i * 8) & PTE_ADDRESS);
    }
    page_free(s->root);
}

/* ---- Processes ---- */

static void process_begin(unsigned number)
{
    struct process *p = &processes[number];
    p->space = make_space();
    uint32_t first = page_alloc();
    space_map(&p->space, KV_MEMORY, first | PTE_P | PTE_W | PTE_U);
    struct kv_start *start = (struct kv_start *)first;
    *start = settings;
    start->client = number;
    start->life = p->life;
    uint32_t stack = page_alloc(), *top = (uint32_t *)(stack + PAGE_SIZE);
    space_map(&p->space, KV_STACK_END - PAGE_SIZE, stack | PTE_P | PTE_W | PTE_U);
    *--top = KV_MEMORY; /* The argument, and nowhere to return to. */
    *--top = 0;
    p->frame = (struct trap_frame){
        .eip = (uint32_t)(number == SERVER ? kv_server : kv_client),
        .cs = SEL_USER_CODE,
        .eflags = EFLAGS_IF | 2,
        .esp = KV_STACK_END - 8,
        .ss = SEL_USER_DATA,
    };
    p->state = READY;
}

static void finish(void) NO_RETURN;
static void finish(void)
{
    uint32_t checksum = HASH_START;
    mark(2);
    checkpoint(1);
    timer_stop();
    for (unsigned i = 1; i <= clients; i++) {
        checksum = hash_word(checksum, processes[i].checksum);
    }
    printf("%u clients, %u lives of %u operations, %u keys, %u lists, %u arenas; seed %u\n",
           clients, lives, settings.operations, settings.keys, settings.lists, settings.arenas,
           settings.seed);
    printf("%u requests, %u pages touched, checksum %08x\n", asked, pages_mapped, checksum);
    guest_finish(0);
}

/* The next life, or the end. */
static void process_exit(struct process *p, uint32_t checksum)
{
    bool all = true;
    p->checksum = hash_word(p->checksum, checksum);
    p->state = GONE;
    space_switch(&kernel);
    destroy_space(&p->space);
    if (++p->life < lives)
        process_begin(p - processes);
    for (unsigned i = 1; i <= clients; i++) {
        all &= processes[i].state == GONE;
    }
    if (all)
        finish();
}

/* ---- Scheduling ---- */

static bool runnable(struct process *p)
{
    if (p->state == SLEEPING && (int32_t)(timer_ticks - p->wake_at) >= 0)
        p->state = READY;
    return p->state == READY;
}

/* Goes on with the next process after the current one that can run. */
static void schedule(void)
{
    unsigned next = current;
    for (;;) {
        for (unsigned i = 0; i <= clients; i++) {
            next = (next + 1) % (clients + 1);
            if (runnable(&processes[next])) {
                current = next;
                space_switch(&processes[next].space);
                trap_return(&processes[next].frame);
            }
        }
        halt_for_interrupt();
    }
}

static void tick(struct trap_frame *frame)
{
    if ((frame->cs & 3) == 0) /* The kernel was idle. */
        return;
    processes[current].frame = *frame;
    schedule();
}

/* ---- Messages ---- */

/* Hands the message of some client that asks to the server, if that waits for one.  The server's
 * memory is written through its own address space. */
static void deliver(void)
{
    struct process *server = &processes[SERVER];
    static unsigned from;
    if (server->state != RECEIVING)
        return;
    for (unsigned i = 0; i < clients; i++) {
        from = from % clients + 1;
        struct process *p = &processes[from];
        if (p->state == ASKING) {
            p->state = ASKED;
            space_switch(&server->space);
            *(struct kv_message *)server->frame.ebx = p->message;
            server->state = READY;
            return;
        }
    }
}

static void answer(const struct kv_message *m)
{
    struct process *p = &processes[m->client];
    p->message = *m;
    p->state = READY;
    space_switch(&p->space);
    *(struct kv_message *)p->frame.ebx = p->message;
}

static void ask(struct process *p)
{
    p->message = *(struct kv_message *)p->frame.ebx;
    p->message.client = p - processes;
    p->state = ASKING;
    asked++;
}

static void system_call(struct trap_frame *frame)
{
    struct process *p = &processes[current];
    p->frame = *frame;
    switch (frame->eax) {
    case KV_EXIT:
        process_exit(p, frame->ebx);
        break;
    case KV_ASK:
        ask(p);
        break;
    case KV_RECEIVE:
        p->state = RECEIVING;
        break;
    case KV_ANSWER: {
        struct kv_message m = *(struct kv_message *)frame->ebx;
        answer(&m);
        break;
    }
    case KV_SLEEP:
        p->state = SLEEPING;
        p->wake_at = timer_ticks + frame->ebx;
        break;
    default:
        guest_fail("process %u: call %u, argument %u", current, frame->eax, frame->ebx);
    }
    deliver();
    schedule();
}

/* Gives a page to who touches its memory for the first time: a process, or the kernel for it. */
static void page_fault(struct trap_frame *frame)
{
    uint32_t address = read_cr2();
    if ((frame->error & 1) || address < KV_MEMORY || address >= KV_MEMORY_END)
        guest_fail("process %u: page fault at %#x for %#x, error %#x", current, frame->eip, address,
                   frame->error);
    struct space s = {read_cr3(), kernel.pae};
    space_map(&s, address, page_alloc() | PTE_P | PTE_W | PTE_U);
    pages_mapped++;
}

int guest_main(void)
{
    clients = param_number("clients", 4);
    lives = param_number("lives", 2);
    settings = (struct kv_start){
        .seed = param_number("seed", 1),
        .operations = param_number("ops", 1000),
        .keys = param_number("keys", 200),
        .lists = param_number("lists", 20),
        .sleep = param_number("sleep", 250),
        .arenas = param_number("arenas", 40),
    };
    if (clients == 0 || clients > KV_CLIENTS_MAX || settings.keys == 0 || settings.lists == 0 ||
        settings.arenas == 0 || settings.arenas > 500)
        guest_fail("clients: 1 to %u; keys, lists: 1 or more; arenas: 1 to 500", KV_CLIENTS_MAX);
    make_kernel_space(param_number("pae", 1) != 0);
    settings.arena_size = space_large_size(&kernel);
    paging_on(&kernel);
    write_cr4(read_cr4() | CR4_PGE);
    trap_set(VECTOR_SYSCALL, system_call);
    trap_set(VECTOR_PAGE_FAULT, page_fault);
    trap_set_stack((uint32_t)(trap_stack + 1024));
    for (unsigned i = 0; i <= clients; i++) {
        process_begin(i);
    }
    mark(1);
    if (param_number("hz", 100) > 0)
        timer_start(param_number("hz", 100), tick);
    schedule();
}
