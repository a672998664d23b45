/* SPDX-License-Identifier: MIT
 * 16550 UART driver (COM1): output through FIFO and ring, input by interrupt.
 *
 * An emulated port costs its reader an exit from translated code per access, so the line status
 * is asked for once per 16 bytes (one transmit FIFO), never per byte.  A port that is ready takes
 * output at once and without interrupts; one that is not (a real baud rate, or a host reading
 * slowly) has the rest put into a ring that the transmit interrupt empties.
 *
 * Everything here is guarded by disabling interrupts, for at most one FIFO's worth at a time.
 */
#include "devices/serial.h"

#include <stdbool.h>
#include <stdint.h>

#include "devices/input.h"
#include "threads/interrupt.h"
#include "threads/io.h"

#define COM1 0x3f8
#define COM1_VECTOR 0x24

/* Registers (National 16550D data sheet, section 8). */
#define REG_DATA (COM1 + 0) /* divisor low with LCR_DLAB */
#define REG_IER (COM1 + 1)  /* divisor high with LCR_DLAB */
#define REG_IIR (COM1 + 2)  /* on reading */
#define REG_FCR (COM1 + 2)  /* on writing */
#define REG_LCR (COM1 + 3)
#define REG_MCR (COM1 + 4)
#define REG_LSR (COM1 + 5)

#define IER_RECV 0x01
#define IER_XMIT 0x02
#define FCR_ENABLE_RESET 0xc7 /* FIFOs on and cleared, receive interrupt at 14 bytes */
#define LCR_8N1 0x03
#define LCR_DLAB 0x80
#define MCR_DTR_RTS_OUT2 0x0b /* OUT2 lets the interrupt through to the PIC */
#define LSR_READY 0x01
#define LSR_THRE 0x20 /* transmit FIFO empty */
#define LSR_TEMT 0x40 /* and the shift register too */
#define LSR_ABSENT 0xff

#define FIFO_SIZE 16
#define RING_SIZE 2048 /* a power of two */

static bool initialised; /* port set up */
static bool absent;      /* no UART answers: drop output */
static bool queued;      /* interrupts in use */
static uint8_t ier;      /* last value written to REG_IER */

static char ring[RING_SIZE];
static unsigned ring_head; /* bytes ever put */
static unsigned ring_tail; /* bytes ever taken */

static void set_ier(uint8_t value)
{
    if (value != ier) {
        ier = value;
        outb(REG_IER, value);
    }
}

void serial_init(void)
{
    if (initialised)
        return;
    initialised = true;
    outb(REG_IER, 0);
    outb(REG_LCR, LCR_8N1 | LCR_DLAB);
    outb(REG_DATA, 1); /* 115200 baud */
    outb(REG_IER, 0);
    outb(REG_LCR, LCR_8N1);
    outb(REG_FCR, FCR_ENABLE_RESET);
    outb(REG_MCR, MCR_DTR_RTS_OUT2);
    absent = inb(REG_LSR) == LSR_ABSENT;
}

/* Moves up to one FIFO of ring bytes into the port, which must be ready. */
static void feed_from_ring(void)
{
    for (int i = 0; i < FIFO_SIZE && ring_tail != ring_head; i++)
        outb(REG_DATA, ring[ring_tail++ % RING_SIZE]);
}

/* Waits for the port and gives it the ring's oldest bytes. */
static void poll_ring(void)
{
    while (!(inb(REG_LSR) & LSR_THRE))
        continue;
    feed_from_ring();
}

/* Puts as many of N bytes as fit into the ring; returns how many. */
static size_t ring_put(const char *data, size_t n)
{
    size_t i;
    for (i = 0; i < n && ring_head - ring_tail < RING_SIZE; i++)
        ring[ring_head++ % RING_SIZE] = data[i];
    return i;
}

/* Takes some of N bytes, to the port itself or to the ring; returns how many.  Interrupts off. */
static size_t take_some(const char *data, size_t n)
{
    if (ring_head == ring_tail && (inb(REG_LSR) & LSR_THRE)) {
        size_t piece = n < FIFO_SIZE ? n : FIFO_SIZE;
        outsb(REG_DATA, data, piece);
        return piece;
    }
    size_t done = ring_put(data, n);
    if (queued)
        set_ier(ier | IER_XMIT);
    if (done == 0 || !queued)
        poll_ring();
    return done;
}

void serial_write(const char *data, size_t n)
{
    serial_init();
    while (n > 0 && !absent) {
        enum intr_level old_level = intr_disable();
        size_t done = take_some(data, n);
        intr_set_level(old_level);
        data += done;
        n -= done;
    }
}

void serial_flush(void)
{
    if (!initialised || absent)
        return;
    enum intr_level old_level = intr_disable();
    while (ring_tail != ring_head)
        poll_ring();
    while (!(inb(REG_LSR) & LSR_TEMT))
        continue;
    intr_set_level(old_level);
}

void serial_notify(void)
{
    if (queued)
        set_ier(input_full() ? ier & ~IER_RECV : ier | IER_RECV);
}

static void serial_interrupt(struct intr_frame *frame)
{
    (void)inb(REG_IIR); /* acknowledges a transmit interrupt */
    uint8_t lsr = inb(REG_LSR);
    for (; (lsr & LSR_READY) && !input_full(); lsr = inb(REG_LSR))
        input_put(inb(REG_DATA));
    if (lsr & LSR_THRE)
        feed_from_ring();
    if (ring_tail == ring_head)
        set_ier(ier & ~IER_XMIT);
    serial_notify();
}

void serial_init_queue(void)
{
    serial_init();
    if (absent)
        return;
    intr_register_ext(COM1_VECTOR, serial_interrupt, "serial");
    enum intr_level old_level = intr_disable();
    queued = true;
    serial_notify();
    if (ring_tail != ring_head)
        set_ier(ier | IER_XMIT);
    intr_set_level(old_level);
}
