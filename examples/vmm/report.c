/* SPDX-License-Identifier: MIT
 * What is told of a guest: hashes at checkpoints, counters at marks and at the end.
 */
#include "examples/vmm/vmm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strerror.h>
#include <string.h>
#include <syscall.h>
#include <virt.h>

/* ---- Counters ---------------------------------------------------------------------------------
 */

#define COUNTER(NAME)                                                                              \
    {                                                                                              \
#NAME, offsetof(struct vm_counters, NAME)                                                  \
    }
static const struct {
    const char *name;
    size_t offset;
} counters[] = {
    COUNTER(exits),          COUNTER(faults),        COUNTER(reflected),      COUNTER(fills),
    COUNTER(shadow_created), COUNTER(shadow_reused), COUNTER(shadow_pages),   COUNTER(zapped),
    COUNTER(evicted),        COUNTER(flooded),       COUNTER(write_traps),    COUNTER(syncs),
    COUNTER(unsyncs),        COUNTER(notified),      COUNTER(flushes),        COUNTER(cr3_loads),
    COUNTER(scans),          COUNTER(ref_skips),     COUNTER(fifo_fallbacks), COUNTER(age_bits),
    COUNTER(emulated),       COUNTER(injected),      COUNTER(shrunk),
};
#define COUNTERS (sizeof counters / sizeof *counters)
static_assert(COUNTERS * sizeof(uint64_t) == sizeof(struct vm_counters), "all of them");

static uint64_t value_of(const struct vm_counters *of, unsigned i)
{
    return *(const uint64_t *)((const char *)of + counters[i].offset);
}

static struct vm_counters read_counters(void)
{
    struct vm_counters now;
    if (vm_control(machine.fd, VM_GET_COUNTERS, &now) < 0)
        memset(&now, 0, sizeof now);
    return now;
}

static const char *const kinds[EXIT_KINDS] = {
    "other", "io", "hlt", "shutdown", "memory", "window", "time", "call", "failed",
};

static uint64_t exits_of(unsigned kind)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < options.cpus; i++)
        sum += machine.cpus[i].exits[kind];
    return sum;
}

/* ---- The shadow cache -------------------------------------------------------------------------
 */

void cache_configure(void)
{
    struct vm_cache cache;
    if (options.pages == 0 && options.evict == NULL && options.mark < 0 && options.age < 0 &&
        options.room < 0)
        return;
    int error = vm_control(machine.fd, VM_GET_CACHE, &cache);
    cache.pages = options.pages;
    if (options.evict != NULL)
        strlcpy(cache.policy, options.evict, sizeof cache.policy);
    cache.mark = options.mark >= 0 ? options.mark : cache.mark;
    cache.age = options.age >= 0 ? options.age : cache.age;
    cache.room = options.room >= 0 ? options.room : cache.room;
    if (error == 0)
        error = vm_control(machine.fd, VM_SET_CACHE, &cache);
    if (error < 0)
        vmm_die(VMM_STATUS_USAGE, "-pages, -evict, -mark, -age or -room: %s", strerror(error));
}

/* ---- Checkpoints ------------------------------------------------------------------------------
 */

#define CR0_PG 0x80000000u
#define CR4_PSE 0x10u
#define CR4_PAE 0x20u
#define ENTRY_P 1u
#define ENTRY_A 0x20u
#define ENTRY_D 0x40u
#define ENTRY_PS 0x80u

/* Accessed and dirty bits of all entries that are reachable. */
struct bits {
    uint32_t hash;
    unsigned accessed, dirty;
};

static void look_at_table(struct bits *bits, uint64_t table, unsigned level, bool pae, bool large)
{
    uint32_t words[PAGE / 4];
    unsigned step = pae ? 2 : 1, size = level == 3 ? 8 : PAGE / 4;
    if (!memory_read(table, words, size * 4))
        return;
    for (unsigned i = 0; i < size; i += step) {
        uint32_t entry = words[i];
        if ((entry & ENTRY_P) == 0)
            continue;
        bool leaf = level == 1 || (level == 2 && large && (entry & ENTRY_PS) != 0);
        uint32_t seen = level == 3 ? 0 : entry & (leaf ? ENTRY_A | ENTRY_D : ENTRY_A);
        bits->accessed += (seen & ENTRY_A) != 0;
        bits->dirty += (seen & ENTRY_D) != 0;
        bits->hash = hash_words(bits->hash, (uint32_t[]){i, seen}, 2);
        if (!leaf && (!pae || words[i + 1] == 0))
            look_at_table(bits, entry & ~0xfffu, level - 1, pae, large);
    }
}

static struct bits look_at_bits(const struct vcpu_state *state)
{
    struct bits bits = {.hash = HASH_START};
    bool pae = (state->cr4 & CR4_PAE) != 0;
    if ((state->cr0 & CR0_PG) != 0)
        look_at_table(&bits, state->cr3 & (pae ? ~0x1fu : ~0xfffu), pae ? 3 : 2, pae,
                      pae || (state->cr4 & CR4_PSE) != 0);
    return bits;
}

static uint32_t registers_hash(struct cpu *cpu, struct vcpu_state *state)
{
    int error = vcpu_control(cpu->fd, VCPU_GET_STATE, state);
    if (error < 0)
        vmm_end(VMM_STATUS_FAILED, "reading CPU %u: %s", cpu->number, strerror(error));
    return hash_words(HASH_START, (const uint32_t *)state, sizeof *state / 4);
}

void exit_noted(struct cpu *cpu)
{
    static struct vcpu_state state;
    const struct vcpu_run *run = &cpu->run;
    if (!options.checkpoints || run->exit != VCPU_EXIT_IO)
        return;
    uint32_t words[] = {cpu->exits_hash, registers_hash(cpu, &state),
                        run->io.port | run->io.size << 16 | (uint32_t)run->io.in << 24,
                        run->io.value};
    cpu->exits_hash = hash_words(HASH_START, words, sizeof words / 4);
}

void checkpoint(struct cpu *cpu, uint32_t number)
{
    static struct vcpu_state state;
    if (!options.checkpoints)
        return;
    serial_flush();
    uint32_t registers = registers_hash(cpu, &state);
    struct bits bits = look_at_bits(&state);
    bool pae = (state.cr0 & CR0_PG) != 0 && (state.cr4 & CR4_PAE) != 0;
    uint32_t memory = memory_hash(pae ? state.cr3 & ~0x1fu : 0);
    printf("vmm: checkpoint %u: registers %08x memory %08x bits %08x (%u accessed, %u dirty) exits"
           " %08x\n",
           number, registers, memory, bits.hash, bits.accessed, bits.dirty, cpu->exits_hash);
}

/* ---- Marks ------------------------------------------------------------------------------------
 */

#define MARKS_MAX 16
#define ACTIONS_MAX 16
#define HOT_MAX 64

enum action { IDLE_MARK, IDLE_ASK, RECLAIM, AUDIT, ACTIONS };
static const char *const action_names[ACTIONS] = {"idle-mark", "idle-ask", "reclaim", "audit"};

static struct {
    uint32_t mark;
    enum action action;
    uint32_t value;
} actions[ACTIONS_MAX];
static unsigned action_count;

static struct {
    uint32_t mark;
    uint64_t at_us;
    struct vm_counters counters;
} marks[MARKS_MAX];
static unsigned mark_count;

/* What -at N=idle-ask and -at N=reclaim:PAGES found. */
static struct answer {
    uint32_t mark, hot, hot_idle, hot_gone, resident, idle, reclaimed;
} answers[MARKS_MAX];
static unsigned answer_count;

static struct {
    uint32_t frame, pages;
} hot[HOT_MAX];
static unsigned hot_count;

bool mark_option(const char *text)
{
    const char *name = strchr(text, '=');
    if (name++ == NULL || action_count == ACTIONS_MAX)
        return false;
    for (unsigned i = 0; i < ACTIONS; i++) {
        size_t length = strlen(action_names[i]);
        if (strncmp(name, action_names[i], length) == 0 &&
            (name[length] == '\0' || name[length] == ':')) {
            uint32_t value = name[length] == ':' ? atoi(name + length + 1) : 0;
            actions[action_count].mark = atoi(text);
            actions[action_count].action = i;
            actions[action_count++].value = value;
            return true;
        }
    }
    return false;
}

void mark_hot(uint32_t value)
{
    if (hot_count < HOT_MAX) {
        hot[hot_count].frame = value >> 12;
        hot[hot_count++].pages = value & 0xfff;
    }
}

static bool bit(const uint32_t *bitmap, uint32_t i)
{
    return (bitmap[i / 32] >> i % 32 & 1) != 0;
}

static void ask(uint32_t mark)
{
    static uint32_t idle[RAM_KB_MOST / 4 / 32], resident[RAM_KB_MOST / 4 / 32];
    struct vm_idle request = {0, VM_IDLE_ASK, (uint32_t)idle, (uint32_t)resident};
    int error = vm_control(machine.fd, VM_IDLE, &request);
    if (error < 0 || answer_count == MARKS_MAX)
        vmm_end(VMM_STATUS_FAILED, "-at %u=idle-ask: %s", mark, strerror(error));
    struct answer *answer = &answers[answer_count++];
    answer->mark = mark;
    for (uint32_t i = 0; i < options.ram_kb / 4; i++) {
        answer->resident += bit(resident, i);
        answer->idle += bit(resident, i) && bit(idle, i);
    }
    for (unsigned h = 0; h < hot_count; h++) {
        for (uint32_t i = hot[h].frame; i < hot[h].frame + hot[h].pages; i++) {
            bool there = i < options.ram_kb / 4 && bit(resident, i);
            answer->hot++;
            answer->hot_gone += !there;
            answer->hot_idle += there && bit(idle, i);
        }
    }
}

static void act(enum action action, uint32_t mark, uint32_t value)
{
    struct vm_idle idle = {0, VM_IDLE_MARK, 0, 0};
    struct vm_reclaim reclaim = {value, 0};
    int error = 0;
    switch (action) {
    case IDLE_MARK:
        error = vm_control(machine.fd, VM_IDLE, &idle);
        break;
    case IDLE_ASK:
        ask(mark);
        break;
    case RECLAIM:
        error = vm_control(machine.fd, VM_RECLAIM, &reclaim);
        if (answer_count < MARKS_MAX)
            answers[answer_count++] = (struct answer){.mark = mark, .reclaimed = reclaim.done};
        break;
    default:
        error = vm_control(machine.fd, VM_AUDIT, NULL);
        error = error == -ENOSYS ? 0 : error;
    }
    if (error < 0)
        vmm_end(VMM_STATUS_FAILED, "-at %u=%s: %s", mark, action_names[action], strerror(error));
}

void mark_reached(uint32_t number)
{
    if (mark_count < MARKS_MAX) {
        marks[mark_count].mark = number;
        marks[mark_count].at_us = vmm_now_ns() / 1000;
        marks[mark_count++].counters = read_counters();
    }
    for (unsigned i = 0; i < action_count; i++)
        if (actions[i].mark == number)
            act(actions[i].action, number, actions[i].value);
}

/* ---- At the end -------------------------------------------------------------------------------
 */

static char text[16384]; /* One call's output stays in one piece. */
static size_t used;

static void PRINTF_FORMAT(1, 2) add(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    used += vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    used = used < sizeof text ? used : sizeof text - 1;
}

static void print(void)
{
    write(STDOUT_FILENO, text, used);
    used = 0;
}

static void print_stats(const struct vm_counters *now)
{
    add("vmm: %s: exits to vmm:", options.guest);
    for (unsigned i = 0; i < EXIT_KINDS; i++)
        if (exits_of(i) != 0)
            add(" %s %llu", kinds[i], exits_of(i));
    add("\nvmm: %s: devices: serial bytes %llu, interrupts %llu, timer ticks %llu (lost %llu), disk"
        " reads %llu, writes %llu, unknown ports read %llu, written %llu\n",
        options.guest, serial_bytes, pic_interrupts, pit_ticks, pit_ticks_lost, disk_reads,
        disk_writes, ports_unknown_in, ports_unknown_out);
    for (unsigned i = 0; i < COUNTERS; i++)
        add("%s%-14s %10llu%s", i % 4 == 0 ? "vmm:   " : "   ", counters[i].name, value_of(now, i),
            i % 4 == 3 || i == COUNTERS - 1 ? "\n" : "");
    print();
}

static void add_counters(const struct vm_counters *of)
{
    add("\"counters\":{");
    for (unsigned i = 0; i < COUNTERS; i++)
        add("%s\"%s\":%llu", i > 0 ? "," : "", counters[i].name, value_of(of, i));
    add("}");
}

static void add_answers(void)
{
    add(",\"answers\":[");
    for (unsigned i = 0; i < answer_count; i++) {
        const struct answer *a = &answers[i];
        add("%s{\"mark\":%u,\"hot\":%u,\"hot_idle\":%u,\"hot_gone\":%u,\"resident\":%u,\"idle\":%u,"
            "\"reclaimed\":%u}",
            i > 0 ? "," : "", a->mark, a->hot, a->hot_idle, a->hot_gone, a->resident, a->idle,
            a->reclaimed);
    }
    add("]");
}

/* TEXT as a JSON string. */
static void add_string(const char *name, const char *value)
{
    add(",\"%s\":\"", name);
    for (; *value != '\0'; value++)
        add(*value == '"' || *value == '\\' ? "\\%c" : "%c", *value >= ' ' ? *value : '?');
    add("\"");
}

static void print_json(const struct vm_counters *now, int status, const char *how)
{
    add("VMM {\"schema\":1,\"status\":%d,\"cpus\":%u,\"ram_kb\":%u", status, options.cpus,
        options.ram_kb);
    add_string("guest", options.command_line);
    add_string("how", how);
    add(",\"kinds\":{");
    for (unsigned i = 0; i < EXIT_KINDS; i++)
        add("%s\"%s\":%llu", i > 0 ? "," : "", kinds[i], exits_of(i));
    add("},\"time_us\":%llu,\"unknown_in\":%llu,\"unknown_out\":%llu,\"ticks\":%llu,",
        vmm_now_ns() / 1000, ports_unknown_in, ports_unknown_out, pit_ticks);
    add_counters(now);
    add(",\"marks\":[");
    for (unsigned i = 0; i < mark_count; i++) {
        add("%s{\"mark\":%u,\"us\":%llu,", i > 0 ? "," : "", marks[i].mark, marks[i].at_us);
        add_counters(&marks[i].counters);
        add("}");
    }
    add("]");
    add_answers();
    add("}\n");
    print();
}

void report(int status, const char *how)
{
    struct vm_counters now = read_counters();
    if (options.audit) {
        int error = vm_control(machine.fd, VM_AUDIT, NULL);
        printf("vmm: %s: audit: %s\n", options.guest,
               error == 0         ? "nothing wrong"
               : error == -ENOSYS ? "not in this build"
                                  : strerror(error));
    }
    if (options.stats)
        print_stats(&now);
    if (options.json)
        print_json(&now, status, how);
}
