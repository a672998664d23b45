/* SPDX-License-Identifier: MIT
 * The guests' runtime: what every guest of virt/guest/ is linked with.
 *
 * A guest is a Multiboot ELF at 1 MB, for the machine of lib/vmm-abi.h, of which it needs only what
 * a PC has.  So it runs on a bare emulator as well as under the kernel's own hypervisor, and must
 * say the same on both:
 *
 *     qemu-system-i386 -kernel build/release/guest/hello -append 'who=me' -serial stdio \
 *         -display none -no-reboot -device isa-debug-exit,iobase=0xf4
 *
 * Parameters are words name=value of the Multiboot command line.  Life: start.S → runtime_main() →
 * guest_main(), flat, paging off, interrupts off, everything linear; its result ends the machine
 * (0: passed).
 *
 *   console.c   output, parameters, checkpoints, the end      trap.c     GDT, IDT, TSS, catching
 * exceptions paging.c    pages, and tables of either format            timer.c    8259 and 8254
 */
#ifndef VIRT_GUEST_GUEST_H
#define VIRT_GUEST_GUEST_H

#include <debug.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "virt/guest/selectors.h"

#define PAGE_SIZE 4096u

/* What ends the machine. */
#define GUEST_PASSED 0
#define GUEST_FAILED 1

/* Each guest's own; NAME is for the runtime's lines. */
extern const char guest_name[];
int guest_main(void);

/* ---- console.c ------------------------------------------------------------------------------ */

/* Of the loader: parameters and the end of RAM.  Called once by start.S's code. */
void runtime_main(uint32_t magic, uint32_t info) NO_RETURN;
/* Where RAM ends, as the loader said. */
uint32_t memory_end(void);
/* The value of parameter NAME, or what it is without one.  Numbers: decimal, or 0x…. */
uint32_t param_number(const char *name, uint32_t otherwise);
const char *param_string(const char *name, const char *otherwise);
bool param_is(const char *name, const char *value);
/* Lets the machine record registers, memory and A/D bits; NUMBER tells which point this is. */
void checkpoint(uint32_t number);
/* Sends what is printed and not yet out. */
void console_flush(void);
/* Marks for vmm's -at, and frames that are hot; nothing on a PC. */
void mark(uint32_t number);
void mark_hot(uint32_t frame, uint32_t count);
/* A parameter of vmm (VMM_PARAMETER_…), or OTHERWISE on a PC. */
uint32_t machine_parameter(uint32_t number, uint32_t otherwise);
/* Ends the machine. */
void guest_exit(uint32_t value) NO_RETURN;
/* What is done with guest_main()'s RESULT, for those who cannot return. */
void guest_finish(int result) NO_RETURN;
/* Says what is wrong and ends the machine with GUEST_FAILED. */
void guest_fail(const char *format, ...) PRINTF_FORMAT(1, 2) NO_RETURN;

/* ---- Numbers -------------------------------------------------------------------------------- */

/* xorshift32: the same sequence for the same seed. */
struct prng {
    uint32_t state;
};
struct prng prng_seeded(uint32_t seed);
uint32_t prng_next(struct prng *prng);
/* 0 … BELOW - 1. */
uint32_t prng_below(struct prng *prng, uint32_t below);
/* HASH with WORD in it (FNV-1a, by words); begin with HASH_START. */
#define HASH_START 0x811c9dc5u
uint32_t hash_word(uint32_t hash, uint32_t word);

/* ---- trap.c --------------------------------------------------------------------------------- */

/* As trap-stubs.S leaves it on the stack.  DS, ES, GS always are
 * SEL_USER_DATA, FS is SEL_CPU. */
struct trap_frame {
    uint32_t edi, esi, ebp, unused, ebx, edx, ecx, eax;
    uint32_t vector, error;
    uint32_t eip, cs, eflags;
    uint32_t esp, ss; /* From user mode only. */
};

typedef void trap_handler(struct trap_frame *frame);
/* Called by runtime_main(), and by another CPU that starts. */
void trap_init(void);
void trap_init_cpu(unsigned number);
/* HANDLER runs, with interrupts off, for VECTOR from now on; NULL: nobody's, so it is caught by a
 * probe or ends the guest. */
void trap_set(uint8_t vector, trap_handler *handler);
/* The stack for traps from user mode. */
void trap_set_stack(uint32_t esp0);
/* Goes to user mode with what FRAME says, for good. */
void trap_return(struct trap_frame *frame) NO_RETURN;

/* How a probe ended: VECTOR_DONE, or with an exception. */
struct probe {
    uint32_t vector, error, cr2, eip, eax;
};
/* Runs CODE with EAX and EBX as given, in user mode (on a small stack of its own) or not, with
 * interrupts as they are, until it does INT VECTOR_DONE or gets an exception that nobody handles.
 * CR2 and ERROR are 0 where there are none. */
struct probe probe_run(const void *code, bool user, uint32_t eax, uint32_t ebx);
/* Tries one access to ADDRESS.  A fetch executes there, so it needs PROBE_FETCHABLE at ADDRESS. */
enum probe_access { PROBE_READ, PROBE_WRITE, PROBE_FETCH };
#define PROBE_FETCHABLE 0x909081cdu /* int $VECTOR_DONE; nop; nop */
struct probe probe_access(enum probe_access access, bool user, uint32_t address, uint32_t value);

/* ---- Several CPUs: trap.c, smp.c ------------------------------------------------------------ */

unsigned cpu_number(void);
/* Calls MAIN(number) on all CPUs that there are (vmm has more than one if told so) and returns how
 * many.  Those other than the first run it with interrupts off, and halt when it returns. */
unsigned cpus_run(void (*main)(unsigned number));
/* Waits until MAIN has returned on all. */
void cpus_wait(void);

/* ---- timer.c -------------------------------------------------------------------------------- */

extern volatile uint32_t timer_ticks;
/* Sets the 8259s to vectors 0x20 … 0x2f with all but the timer masked, and the 8254 to HZ.  TICK
 * (may be NULL) is called from the interrupt, after the end-of-interrupt. */
void timer_start(unsigned hz, trap_handler *tick);
void timer_stop(void);
/* Halts until COUNT more ticks have come; with interrupts off before and after. */
void timer_wait(uint32_t count);

#endif
