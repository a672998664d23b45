/* SPDX-License-Identifier: MIT
 * CPU exceptions: see exception.h.  (Intel SDM volume 3, 6.15, has each of them.)
 *
 * A page fault goes, in this order:
 *   at a user address, in user mode or in one of fixup.h's copies: vm_fault() may resolve it;
 *   in user mode: it ends the program;
 *   in one of fixup.h's copies: the copy gives up, and its caller deals with it;
 *   anywhere else: the kernel is broken.
 */
#include "userprog/exception.h"

#include <debug.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "threads/fixup.h"
#include "threads/flags.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/vaddr.h"
#include "threads/waitq.h"
#include "userprog/process.h"
#include "vm/vm.h"

#define VECTOR_PAGE_FAULT 14

/* Error code of a page fault. */
#define PF_PRESENT 0x1 /* Rights violated, not a page missing. */
#define PF_WRITE 0x2

KSTAT_DEFINE(page_faults, "exception", "page_faults", "faults", "page faults of any kind");

/* From user mode?  (The code segment's privilege level.) */
static bool from_user(const struct intr_frame *frame)
{
    return (frame->cs & 3) == 3;
}

/* ---- The end of a program or of the kernel -------------------------------------------------- */

static NO_RETURN void end_program(const struct intr_frame *frame)
{
    printf("%s: dying due to interrupt 0x%02x (%s).\n", process_current()->name,
           (unsigned)frame->vec_no, intr_name(frame->vec_no));
    process_kill();
}

static NO_RETURN void end_kernel(const struct intr_frame *frame)
{
    intr_dump_frame(frame);
    PANIC("unexpected interrupt 0x%02x (%s) in the kernel", (unsigned)frame->vec_no,
          intr_name(frame->vec_no));
}

static void handle_exception(struct intr_frame *frame)
{
    if (!from_user(frame))
        end_kernel(frame);
    end_program(frame);
}

/* ---- Page faults ---------------------------------------------------------------------------- */

static void print_fault(const struct intr_frame *frame, uintptr_t addr)
{
    printf("Page fault at 0x%08lx: %s error %s page in %s context.\n", (unsigned long)addr,
           frame->error_code & PF_PRESENT ? "rights violation" : "not present",
           frame->error_code & PF_WRITE ? "writing" : "reading",
           from_user(frame) ? "user" : "kernel");
}

static int resolve(const struct intr_frame *frame, uintptr_t addr)
{
    struct process *p = process_current();
    if (p == NULL || p->aspace == NULL || addr >= LOADER_PHYS_BASE)
        return -EFAULT;
    void *esp = from_user(frame) ? frame->esp : thread_current()->user_esp;
    return vm_fault(p->aspace, addr, frame->error_code & PF_WRITE, (uintptr_t)esp);
}

/* In user mode interrupts were on, so they may be turned on again at once. */
static void user_fault(struct intr_frame *frame, uintptr_t addr)
{
    intr_set_level(INTR_ON);
    int err = resolve(frame, addr);
    if (thread_current()->interrupted)
        thread_leave();
    if (err == 0)
        return;
    if (err == -EIO)
        printf("%s: disk error at 0x%08lx\n", process_current()->name, (unsigned long)addr);
    if (err != -EFAULT)
        process_kill(); /* A line that says why has been printed. */
    print_fault(frame, addr);
    end_program(frame);
}

/* A fault that the kernel took while copying resolves like one of the user's, where interrupts were
 * on so that sleeping is possible.  fixup_resolve() changes eip alone: putting the old one back
 * undoes it. */
static void kernel_fault(struct intr_frame *frame, uintptr_t addr)
{
    void (*eip)(void) = frame->eip;
    if (addr >= LOADER_PHYS_BASE || !fixup_resolve(frame)) {
        print_fault(frame, addr);
        end_kernel(frame);
    }
    /* A process that is ending waits for no more pages: its call fails, and it leaves. */
    struct process *p = process_current();
    bool ending = p != NULL && p->ending;
    if (frame->eflags & FLAG_IF && !thread_current()->no_faults && !ending) {
        intr_enable();
        if (resolve(frame, addr) == 0)
            frame->eip = eip;
    }
}

static void page_fault(struct intr_frame *frame)
{
    uintptr_t addr;
    __asm__ volatile("movl %%cr2, %0" : "=r"(addr));
    kstat_inc(&page_faults);
    if (from_user(frame))
        user_fault(frame, addr);
    else
        kernel_fault(frame, addr);
}

/* ---- Set-up --------------------------------------------------------------------------------- */

void exception_print_stats(void)
{
    printf("Exception: %llu page faults\n", (unsigned long long)kstat_read(&page_faults));
}

/* INT3, INTO and BOUND are a program's own to raise, so those gates are open to privilege level 3;
 * through the others' an INT instruction raises #GP instead.  Vectors 2 (NMI) and 8 (double fault)
 * are threads/'s; 9 and 15 are reserved. */
void exception_init(void)
{
    static const uint8_t vectors[] = {0, 1, 3, 4, 5, 6, 7, 10, 11, 12, 13, 16, 17, 18, 19};
    for (size_t i = 0; i < sizeof vectors; i++) {
        uint8_t vec = vectors[i];
        intr_register_int(vec, vec >= 3 && vec <= 5 ? 3 : 0, INTR_ON, handle_exception,
                          intr_name(vec));
    }
    /* Interrupts stay off until CR2 is saved: another thread's fault would overwrite it. */
    intr_register_int(VECTOR_PAGE_FAULT, 0, INTR_OFF, page_fault, intr_name(VECTOR_PAGE_FAULT));
}
