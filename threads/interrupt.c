/* SPDX-License-Identifier: MIT
 * Interrupt controller, interrupt table and dispatch.
 *
 * Two 8259 controllers, the second behind line 2 of the first, deliver device interrupts as vectors
 * 0x20-0x2f.  Every vector below INTR_VECTORS has a stub (intr-stubs.S) that ends in
 * intr_dispatch[]; a higher one, as in a user's "int $0x80", is a general-protection fault.
 */
#include "threads/interrupt.h"
#include <debug.h>
#include <stddef.h>
#include <stdio.h>
#include "threads/gdt.h"
#include "threads/io.h"
#include "threads/vaddr.h"
#include "threads/waitq.h"

#define INTR_VECTORS 64
#define INTR_STUB_SIZE 16
#define EXT_FIRST 0x20
#define EXT_COUNT 16
#define EXT_SECOND 0x28 /* First vector of the second controller. */
#define VEC_DOUBLE_FAULT 8

#define PIC0_CTRL 0x20
#define PIC0_DATA 0x21
#define PIC1_CTRL 0xa0
#define PIC1_DATA 0xa1
#define PIC_EOI 0x20
#define PIC_CASCADE 2 /* Line of the first controller that the second one uses. */

#define GATE_TASK 0x85
#define GATE_INTR 0x8e
#define GATE_TRAP 0x8f

/* Intel SDM volume 3, 6.11. */
struct gate {
    uint16_t offset_low;
    uint16_t selector;
    uint8_t zero;
    uint8_t type; /* Present, DPL, type. */
    uint16_t offset_high;
};

extern char intr_stubs[];
extern intr_handler_func *intr_dispatch[INTR_VECTORS];

static void unexpected(struct intr_frame *);
static void handle_external(struct intr_frame *);

static struct gate idt[INTR_VECTORS];
static intr_handler_func *handlers[INTR_VECTORS];

/* What intr-stubs.S calls, with interrupts off unless the vector has a trap gate: an internal
 * handler itself, or what comes around an external one. */
intr_handler_func *intr_dispatch[INTR_VECTORS] = {[0 ... INTR_VECTORS - 1] = unexpected};
static const char *names[INTR_VECTORS];

const struct intr_frame *intr_external_frame;
static bool yield_on_return;

enum intr_level intr_enable(void)
{
    ASSERT(!intr_context());
    return intr_set_level(INTR_ON);
}

void intr_yield_on_return(void)
{
    ASSERT(intr_context());
    yield_on_return = true;
}

/* Both controllers: edge triggered, vectors from EXT_FIRST, 8086 mode; all lines but the cascade
 * masked. */
static void pic_init(void)
{
    outb(PIC0_CTRL, 0x11);
    outb(PIC1_CTRL, 0x11);
    outb(PIC0_DATA, EXT_FIRST);
    outb(PIC1_DATA, EXT_SECOND);
    outb(PIC0_DATA, 1 << PIC_CASCADE);
    outb(PIC1_DATA, PIC_CASCADE);
    outb(PIC0_DATA, 0x01);
    outb(PIC1_DATA, 0x01);
    outb(PIC0_DATA, 0xff & ~(1 << PIC_CASCADE));
    outb(PIC1_DATA, 0xff);
}

static void pic_unmask(unsigned line)
{
    uint16_t port = line < 8 ? PIC0_DATA : PIC1_DATA;
    outb(port, inb(port) & ~(1 << (line & 7)));
}

static inline void pic_end_of_interrupt(unsigned vec)
{
    outb(PIC0_CTRL, PIC_EOI);
    if (vec >= EXT_SECOND)
        outb(PIC1_CTRL, PIC_EOI);
}

static void set_gate(unsigned vec, int dpl, uint8_t type)
{
    uintptr_t stub = (uintptr_t)intr_stubs + vec * INTR_STUB_SIZE;
    idt[vec] = (struct gate){
        .offset_low = stub & 0xffff,
        .selector = SEL_KCSEG,
        .type = type | dpl << 5,
        .offset_high = stub >> 16,
    };
}

void intr_init(void)
{
    struct {
        uint16_t limit;
        uint32_t base;
    } __attribute__((packed)) idtr = {sizeof idt - 1, (uintptr_t)idt};

    pic_init();
    for (unsigned vec = 0; vec < INTR_VECTORS; vec++)
        set_gate(vec, 0, GATE_INTR);
    idt[VEC_DOUBLE_FAULT] = (struct gate){.selector = SEL_DF_TSS, .type = GATE_TASK};
    __asm__ volatile("lidt %0" : : "m"(idtr));
}

static void register_handler(uint8_t vec, intr_handler_func *handler, const char *name,
                             intr_handler_func *dispatch)
{
    ASSERT(vec < INTR_VECTORS);
    if (handlers[vec] != NULL)
        PANIC("interrupt %#04x: both '%s' and '%s' want it", vec, names[vec], name);
    handlers[vec] = handler;
    intr_dispatch[vec] = dispatch;
    names[vec] = name;
}

void intr_register_ext(uint8_t vec, intr_handler_func *handler, const char *name)
{
    ASSERT(vec - EXT_FIRST < EXT_COUNT);
    register_handler(vec, handler, name, handle_external);
    enum intr_level old = intr_disable();
    pic_unmask(vec - EXT_FIRST);
    intr_set_level(old);
}

void intr_register_int(uint8_t vec, int dpl, enum intr_level level, intr_handler_func *handler,
                       const char *name)
{
    ASSERT(vec - (unsigned)EXT_FIRST >= EXT_COUNT);
    ASSERT(vec != VEC_DOUBLE_FAULT);
    register_handler(vec, handler, name, handler);
    set_gate(vec, dpl, level == INTR_ON ? GATE_TRAP : GATE_INTR);
}

/* Interrupts that nobody registered.  Lines 7 and 15 raise one when a device takes its request
 * back (Intel 8259A data sheet, "spurious"): not an error, and the controller that raised it
 * expects no end of interrupt. */
static void unexpected(struct intr_frame *frame)
{
    if (frame->vec_no == EXT_FIRST + 7)
        return;
    if (frame->vec_no == EXT_SECOND + 7) {
        outb(PIC0_CTRL, PIC_EOI);
        return;
    }
    intr_dump_frame(frame);
    PANIC("unexpected interrupt %#04x (%s)", (unsigned)frame->vec_no, intr_name(frame->vec_no));
}

/* A device's interrupt.  The end of interrupt comes before the switch to another thread, which may
 * take long to come back here. */
static void handle_external(struct intr_frame *frame)
{
    intr_external_frame = frame;
    handlers[frame->vec_no](frame);
    intr_external_frame = NULL;
    pic_end_of_interrupt(frame->vec_no);
    if (yield_on_return) {
        yield_on_return = false;
        thread_yield();
    } else {
        thread_preempt_point();
    }
    if (thread_current()->interrupted && (frame->cs & 3) == 3)
        thread_leave();
}

void intr_dump_frame(const struct intr_frame *f)
{
    bool user = (f->cs & 3) == 3;
    uint32_t cr2;
    __asm__("movl %%cr2, %0" : "=r"(cr2));
    printf("Interrupt %#04x (%s) at eip=%p\n", (unsigned)f->vec_no, intr_name(f->vec_no),
           (void *)f->eip);
    printf(" cr2=%08x error=%08x eflags=%08x\n", (unsigned)cr2, (unsigned)f->error_code,
           (unsigned)f->eflags);
    printf(" eax=%08x ebx=%08x ecx=%08x edx=%08x\n", (unsigned)f->eax, (unsigned)f->ebx,
           (unsigned)f->ecx, (unsigned)f->edx);
    printf(" esi=%08x edi=%08x esp=%08x ebp=%08x\n", (unsigned)f->esi, (unsigned)f->edi,
           (unsigned)(user ? f->esp : (void *)&f->esp), (unsigned)f->ebp);
    printf(" cs=%04x ds=%04x es=%04x ss=%04x\n", f->cs, f->ds, f->es, user ? f->ss : SEL_KDSEG);
}

/* The CPU's exceptions, by vector (Intel SDM volume 3, table 6-1). */
static const char *const exception_names[] = {
    "#DE Divide Error",
    "#DB Debug Exception",
    "NMI Interrupt",
    "#BP Breakpoint Exception",
    "#OF Overflow Exception",
    "#BR BOUND Range Exceeded Exception",
    "#UD Invalid Opcode Exception",
    "#NM Device Not Available Exception",
    "#DF Double Fault Exception",
    "Coprocessor Segment Overrun",
    "#TS Invalid TSS Exception",
    "#NP Segment Not Present",
    "#SS Stack Fault Exception",
    "#GP General Protection Exception",
    "#PF Page-Fault Exception",
    "(reserved)",
    "#MF x87 FPU Floating-Point Error",
    "#AC Alignment Check Exception",
    "#MC Machine-Check Exception",
    "#XF SIMD Floating-Point Exception",
};

const char *intr_name(uint8_t vec)
{
    if (vec < INTR_VECTORS && names[vec] != NULL)
        return names[vec];
    if (vec < sizeof exception_names / sizeof *exception_names)
        return exception_names[vec];
    return "unknown";
}
