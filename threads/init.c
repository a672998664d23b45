/* SPDX-License-Identifier: MIT
 * The kernel's main program: brings each house up in order, runs the command line's actions, and
 * ends the machine.
 *
 * start.S calls main() on a small boot stack.  Options are handled first, since they may limit
 * memory; then memory, and with it a guarded stack for the initial thread; then threads, interrupts
 * and devices.  After the actions the machine is powered off (-q says so explicitly; -r reboots
 * instead).  With neither an action nor -q or -r the kernel stays up and idle, for a debugger.
 */
#include "threads/init.h"
#include <errno.h>
#include <random.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "devices/console.h"
#include "devices/disks.h"
#include "devices/input.h"
#include "devices/kbd.h"
#include "devices/serial.h"
#include "devices/shutdown.h"
#include "devices/timer.h"
#include "filesys/filesys.h"
#include "threads/boot.h"
#include "threads/cmdline.h"
#include "threads/gdt.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/malloc.h"
#include "threads/mmu.h"
#include "threads/palloc.h"
#include "threads/thread.h"
#include "userprog/exception.h"
#include "userprog/process.h"
#include "userprog/syscall.h"
#include "userprog/virt.h"
#include "vm/vm.h"

void main(uint32_t magic, uint32_t info) NO_RETURN;
void start_on_stack(void *top, void (*fn)(void)) NO_RETURN;

static bool help_wanted, stay_up = true;
static bool booted; /* There is something to tell at power-off. */

static int opt_help(const char *value)
{
    help_wanted = true;
    return 0;
}

static int opt_power_off(const char *value)
{
    stay_up = false;
    return value == NULL ? 0 : -EINVAL;
}

static int opt_reboot(const char *value)
{
    stay_up = false;
    shutdown_configure(SHUTDOWN_REBOOT);
    return value == NULL ? 0 : -EINVAL;
}

unsigned long init_random_seed;

static int opt_random_seed(const char *value)
{
    if (cmdline_number(value, 0, UINT32_MAX, &init_random_seed) != 0)
        return -EINVAL;
    random_init(init_random_seed);
    return 0;
}

CMDLINE_OPTION(h, opt_help, "print this list and power off");
CMDLINE_OPTION(q, opt_power_off, "power off after the actions, and when there are none");
CMDLINE_OPTION(r, opt_reboot, "reboot after the actions");
CMDLINE_OPTION(rs, opt_random_seed, "SEED: seed the random numbers and -evict=random");

void init_refuse(void)
{
    shutdown_set_outcome(OUTCOME_REFUSED);
    shutdown_power_off();
}

void init_give_back(void *start, void *end)
{
    kstat_forget(start, end);
    palloc_give_back(start, end);
}

void init_print_stats(void)
{
    if (!booted)
        return;
    timer_print_stats();
    thread_print_stats();
    exception_print_stats();
    kstat_print_all();
}

static void init_devices(void)
{
    timer_init();
    input_init();
    kbd_init();
    serial_init_queue();
}

/* The initial thread, on its own stack. */
static void boot(void)
{
    thread_init();
    console_init();
    printf("Pageturner: Pintos booting with %zu kB RAM...\n", palloc_max_frame() * 4);
    intr_init();
    exception_init();
    malloc_init();
    vm_init();
    process_init();
    syscall_init();
    init_devices();
    thread_start();
    disks_init();
    vm_init_swap();
    filesys_init(false);
    virt_init();
    booted = true;
    printf("Boot complete.\n");
    if (cmdline_run_actions() > 0 || !stay_up)
        shutdown();
    thread_exit();
}

void main(uint32_t magic, uint32_t info)
{
    cmdline_parse(boot_read_info(magic, info));
    if (help_wanted) {
        cmdline_print_help();
        shutdown_power_off();
    }
    boot_plan_memory();
    palloc_init();
    mmu_init();
    gdt_init();
    char *stack = mmu_stack_alloc();
    ASSERT(stack != NULL);
    start_on_stack(stack + KSTACK_SIZE, boot);
}
