/* SPDX-License-Identifier: MIT
 * The interrupt controllers (8259) and the timer (8254).
 */
#include "virt/guest/guest.h"
#include "virt/guest/cpu.h"

#define PIC1 0x20
#define PIC2 0xa0
#define END_OF_INTERRUPT 0x20
#define PIT_CHANNEL_0 0x40
#define PIT_COMMAND 0x43
#define PIT_HZ 1193182u

volatile uint32_t timer_ticks;
static trap_handler *on_tick;

static void timer_interrupt(struct trap_frame *frame)
{
    timer_ticks++;
    outb(PIC1, END_OF_INTERRUPT);
    if (on_tick != NULL)
        on_tick(frame);
}

static void pic_init(uint16_t port, uint8_t first_vector, uint8_t cascade, uint8_t mask)
{
    outb(port, 0x11); /* Initialise, edge-triggered, cascaded, with a fourth word. */
    outb(port + 1, first_vector);
    outb(port + 1, cascade);
    outb(port + 1, 0x01); /* 8086. */
    outb(port + 1, mask);
}

void timer_start(unsigned hz, trap_handler *tick)
{
    on_tick = tick;
    trap_set(VECTOR_TIMER, timer_interrupt);
    pic_init(PIC1, VECTOR_TIMER, 1 << 2, 0xfe);
    pic_init(PIC2, VECTOR_TIMER + 8, 2, 0xff);
    uint32_t divisor = PIT_HZ / hz;
    outb(PIT_COMMAND, 0x34); /* Channel 0, both bytes, rate generator. */
    outb(PIT_CHANNEL_0, divisor);
    outb(PIT_CHANNEL_0, divisor >> 8);
}

void timer_stop(void)
{
    outb(PIC1 + 1, 0xff);
}

void timer_wait(uint32_t count)
{
    for (uint32_t start = timer_ticks; timer_ticks - start < count;) {
        halt_for_interrupt();
    }
}
