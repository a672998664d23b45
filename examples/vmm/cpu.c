/* SPDX-License-Identifier: MIT
 * Runs the virtual CPUs, each in a thread of its own, and does what their exits ask for.
 *
 * Interrupts go to the first CPU only.  It leaves the guest when the timer is due (deadline_ns) and
 * as soon as it can take an interrupt that waits (want_window), and sleeps while it is halted.
 */
#include "examples/vmm/vmm.h"

#include <errno.h>
#include <strerror.h>
#include <thread.h>
#include <unistd.h>
#include <virt.h>

#define NS_PER_MS 1000000u
#define INPUT_LOOK_NS (10 * NS_PER_MS) /* How long input may wait for a CPU that never exits. */
#define OTHERS_HALT_MS 10

/* ---- How CPUs begin ---------------------------------------------------------------------------
 */

#define CR0_PE 1u
#define CR0_ET 0x10u
#define CODE_32 0xc9b /* 4 kB granularity, 32 bits, present, executable, readable, accessed. */
#define DATA_32 0xc93
#define CODE_16 0x09b
#define DATA_16 0x093
#define BOOT_MAGIC 0x2badb002u

static void get_state(const struct cpu *cpu, struct vcpu_state *state)
{
    int error = vcpu_control(cpu->fd, VCPU_GET_STATE, state);
    if (error < 0)
        vmm_die(VMM_STATUS_FAILED, "reading CPU %u: %s", cpu->number, strerror(error));
}

static void set_state(const struct cpu *cpu, struct vcpu_state *state)
{
    int error = vcpu_control(cpu->fd, VCPU_SET_STATE, state);
    if (error < 0)
        vmm_die(VMM_STATUS_FAILED, "setting CPU %u: %s", cpu->number, strerror(error));
}

static void set_segments(struct vcpu_state *state, uint16_t code, uint16_t data, uint32_t limit)
{
    bool flat = limit > 0xffff;
    for (unsigned i = SEG_ES; i <= SEG_GS; i++)
        state->seg[i] = (struct vcpu_segment_state){flat ? 0x10 : 0, data, limit, 0};
    state->seg[SEG_CS] = (struct vcpu_segment_state){flat ? 0x08 : 0, code, limit, 0};
}

void cpu_begin_flat(struct cpu *cpu, uint32_t eip, uint32_t eax, uint32_t ebx)
{
    struct vcpu_state state;
    get_state(cpu, &state);
    state.regs[REG_EAX] = eax;
    state.regs[REG_EBX] = ebx;
    state.eip = eip;
    state.cr0 = CR0_PE | CR0_ET;
    set_segments(&state, CODE_32, DATA_32, 0xffffffff);
    set_state(cpu, &state);
}

void cpu_begin_real(struct cpu *cpu, uint16_t ip, uint8_t dl)
{
    struct vcpu_state state;
    get_state(cpu, &state);
    state.regs[REG_EDX] = dl;
    state.regs[REG_ESP] = ip;
    state.eip = ip;
    set_segments(&state, CODE_16, DATA_16, 0xffff);
    set_state(cpu, &state);
}

void cpus_make(void)
{
    for (unsigned i = 0; i < options.cpus; i++) {
        struct cpu *cpu = &machine.cpus[i];
        cpu->number = i;
        cpu->fd = vcpu_create(machine.fd);
        if (cpu->fd < 0)
            vmm_die(VMM_STATUS_FAILED, "making CPU %u: %s", i, strerror(cpu->fd));
    }
}

/* ---- Before a run -----------------------------------------------------------------------------
 */

static void give_interrupt(struct cpu *cpu)
{
    cpu->run.want_window = 0;
    if (!pic_waiting())
        return;
    if (!cpu->run.can_interrupt) {
        cpu->run.want_window = 1;
        return;
    }
    uint32_t vector = pic_acknowledge();
    int error = vcpu_control(cpu->fd, VCPU_INTERRUPT, &vector);
    if (error < 0)
        vmm_end(VMM_STATUS_FAILED, "interrupt %u: %s", vector, strerror(error));
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static void prepare(struct cpu *cpu)
{
    if (cpu->number != 0)
        return;
    uint64_t now = vmm_now_ns();
    pit_update(now);
    give_interrupt(cpu);
    cpu->run.deadline_ns = pit_next();
    if (options.input)
        cpu->run.deadline_ns = earlier(cpu->run.deadline_ns, now + INPUT_LOOK_NS);
}

/* ---- Halted -----------------------------------------------------------------------------------
 */

static void NO_RETURN halted_for_good(struct cpu *cpu)
{
    bool all = true;
    cpu->halted = true;
    for (unsigned i = 0; i < options.cpus; i++)
        all &= machine.cpus[i].halted || (i > 0 && machine.start_entry == 0);
    if (all)
        vmm_end(VMM_STATUS_HALTED, "halted, with nothing to wake it");
    mutex_unlock(&machine.lock);
    thread_exit(0);
}

/* Sleeps until the timer is due or there is input, at most; the lock is released meanwhile. */
static void sleep_halted(void)
{
    uint64_t now = vmm_now_ns();
    uint64_t until = pit_next();
    unsigned ms = 0;
    if (until != 0)
        ms = until > now ? (until - now + NS_PER_MS - 1) / NS_PER_MS : 1;
    cond_wait_ms(&machine.wake, &machine.lock, ms);
}

static void halt_cpu(struct cpu *cpu)
{
    serial_flush();
    if (!cpu->run.can_interrupt)
        halted_for_good(cpu);
    if (cpu->number != 0) { /* Nothing interrupts it: it looks again from time to time. */
        cond_wait_ms(&machine.wake, &machine.lock, OTHERS_HALT_MS);
        return;
    }
    pit_update(vmm_now_ns());
    while (!pic_waiting()) {
        if (pit_next() == 0 && !options.input)
            halted_for_good(cpu);
        sleep_halted();
        pit_update(vmm_now_ns());
    }
}

/* ---- After a run ------------------------------------------------------------------------------
 */

static uint32_t where(const struct cpu *cpu)
{
    struct vcpu_state state;
    get_state(cpu, &state);
    return state.eip;
}

static void memory_fault(struct cpu *cpu)
{
    if (!memory_retry(cpu->run.memory.gpa))
        vmm_end(VMM_STATUS_MEMORY, "%s physical address %#x, which is no memory (CPU %u, EIP %#x)",
                cpu->run.memory.write ? "wrote" : "read", cpu->run.memory.gpa, cpu->number,
                where(cpu));
}

static void handle(struct cpu *cpu)
{
    struct vcpu_run *run = &cpu->run;
    cpu->exits[run->exit < EXIT_KINDS ? run->exit : 0]++;
    exit_noted(cpu);
    switch (run->exit) {
    case VCPU_EXIT_IO:
        port_access(cpu);
        break;
    case VCPU_EXIT_HLT:
        halt_cpu(cpu);
        break;
    case VCPU_EXIT_SHUTDOWN:
        vmm_end(VMM_STATUS_SHUTDOWN, "triple fault (CPU %u, EIP %#x)", cpu->number, where(cpu));
    case VCPU_EXIT_MEMORY:
        memory_fault(cpu);
        break;
    case VCPU_EXIT_CALL:
        run->call.result = run->call.number == 0 ? 0 : (uint32_t)-ENOSYS;
        break;
    case VCPU_EXIT_WINDOW:
    case VCPU_EXIT_TIME:
        break;
    default:
        vmm_end(VMM_STATUS_FAILED, "the kernel gave up: %.48s (code %#x, %#x, %#x, EIP %#x)",
                run->failed.why, run->failed.code, run->failed.info1, run->failed.info2,
                where(cpu));
    }
}

static void NO_RETURN run_cpu(void *cpu_)
{
    struct cpu *cpu = cpu_;
    mutex_lock(&machine.lock);
    for (;;) {
        prepare(cpu);
        mutex_unlock(&machine.lock);
        int error = vcpu_run(cpu->fd, &cpu->run);
        mutex_lock(&machine.lock);
        if (error < 0)
            vmm_end(error == -EFAULT ? VMM_STATUS_MEMORY : VMM_STATUS_FAILED, "running CPU %u: %s",
                    cpu->number, strerror(error));
        handle(cpu);
    }
}

void cpus_start(uint32_t entry)
{
    if (machine.start_entry != 0 || entry == 0)
        return;
    machine.start_entry = entry;
    for (unsigned i = 1; i < options.cpus; i++) {
        cpu_begin_flat(&machine.cpus[i], entry, BOOT_MAGIC, i);
        int error = thread_start((void (*)(void *))run_cpu, &machine.cpus[i]);
        if (error < 0)
            vmm_end(VMM_STATUS_FAILED, "no thread for CPU %u: %s", i, strerror(error));
    }
}

/* ---- The time limit ---------------------------------------------------------------------------
 *
 * A thread of its own, which no virtual CPU can keep from its work: the first may have halted for
 * good, or wait for memory that is on the move.  So it does not wait for the lock for long, either.
 */

#define LIMIT_LOCK_TRIES 100
#define LIMIT_LOOK_MS 10

static void keep_limit(void *unused)
{
    uint64_t end = vmm_now_ns() + options.limit_s * 1000000000ull;
    for (uint64_t now; (now = vmm_now_ns()) < end;)
        sleep_ms((end - now) / NS_PER_MS + 1);
    for (unsigned i = 0; i < LIMIT_LOCK_TRIES && !mutex_try_lock(&machine.lock); i++)
        sleep_ms(LIMIT_LOOK_MS);
    vmm_end(VMM_STATUS_TIME, "not finished after %u s", options.limit_s);
}

void cpus_run(void)
{
    if (options.limit_s != 0 && thread_start(keep_limit, NULL) < 0)
        vmm_die(VMM_STATUS_FAILED, "no thread for -limit");
    run_cpu(&machine.cpus[0]);
}
