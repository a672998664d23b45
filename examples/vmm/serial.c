/* SPDX-License-Identifier: MIT
 * A 16550 at 0x3f8: its output goes to descriptor 1 line by line, its input comes from descriptor 0
 * with -input.
 */
#include "examples/vmm/vmm.h"

#include <stdio.h>
#include <string.h>
#include <thread.h>
#include <unistd.h>

#define IRQ 4

enum {
    DATA,
    INTERRUPT_ENABLE,
    IDENTIFY,
    LINE_CONTROL,
    MODEM_CONTROL,
    LINE_STATUS,
    MODEM_STATUS,
    SCRATCH
};
#define ENABLE_RECEIVE 1
#define ENABLE_TRANSMIT 2
#define IDENTIFY_NONE 1
#define IDENTIFY_TRANSMIT 2
#define IDENTIFY_RECEIVE 4
#define IDENTIFY_FIFO 0xc0
#define CONTROL_DIVISOR 0x80 /* DATA and INTERRUPT_ENABLE are the divisor. */
#define STATUS_RECEIVED 1
#define STATUS_TRANSMITTER_EMPTY 0x60
#define MODEM_READY 0xb0

uint64_t serial_bytes;

static struct {
    uint8_t enable, line_control, modem_control, scratch, fifo, divisor[2];
    bool transmit_interrupt;
    unsigned in_first, in_count;
    char in[64];
    unsigned out_count;
    char out[200];
} uart;

void serial_flush(void)
{
    if (uart.out_count > 0 && !options.quiet)
        hprintf(1, "%s%.*s", options.name, (int)uart.out_count, uart.out);
    uart.out_count = 0;
}

static void transmit(char c)
{
    serial_bytes++;
    uart.out[uart.out_count++] = c;
    if (c == '\n' || uart.out_count == sizeof uart.out)
        serial_flush();
    if ((uart.enable & ENABLE_TRANSMIT) != 0) {
        uart.transmit_interrupt = true;
        pic_raise(IRQ);
    }
}

static uint8_t receive(void)
{
    if (uart.in_count == 0)
        return 0;
    char c = uart.in[uart.in_first];
    uart.in_first = (uart.in_first + 1) % sizeof uart.in;
    if (--uart.in_count > 0 && (uart.enable & ENABLE_RECEIVE) != 0)
        pic_raise(IRQ);
    return c;
}

static uint8_t identify(void)
{
    uint8_t fifo = uart.fifo ? IDENTIFY_FIFO : 0;
    if ((uart.enable & ENABLE_RECEIVE) != 0 && uart.in_count > 0)
        return fifo | IDENTIFY_RECEIVE;
    bool transmit = uart.transmit_interrupt;
    uart.transmit_interrupt = false;
    return fifo | (transmit ? IDENTIFY_TRANSMIT : IDENTIFY_NONE);
}

uint32_t serial_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    if ((uart.line_control & CONTROL_DIVISOR) != 0 && offset <= INTERRUPT_ENABLE)
        return uart.divisor[offset];
    switch (offset) {
    case DATA:
        return receive();
    case INTERRUPT_ENABLE:
        return uart.enable;
    case IDENTIFY:
        return identify();
    case LINE_CONTROL:
        return uart.line_control;
    case MODEM_CONTROL:
        return uart.modem_control;
    case LINE_STATUS:
        return STATUS_TRANSMITTER_EMPTY | (uart.in_count > 0 ? STATUS_RECEIVED : 0);
    case MODEM_STATUS:
        return MODEM_READY;
    default:
        return uart.scratch;
    }
}

static void enable(uint8_t value)
{
    bool fresh = (value & ~uart.enable & ENABLE_TRANSMIT) != 0;
    uart.enable = value & 0xf;
    uart.transmit_interrupt |= fresh;
    if (fresh || ((value & ENABLE_RECEIVE) != 0 && uart.in_count > 0))
        pic_raise(IRQ);
}

void serial_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    if ((uart.line_control & CONTROL_DIVISOR) != 0 && offset <= INTERRUPT_ENABLE) {
        uart.divisor[offset] = value;
        return;
    }
    switch (offset) {
    case DATA:
        transmit(value);
        break;
    case INTERRUPT_ENABLE:
        enable(value);
        break;
    case IDENTIFY:
        uart.fifo = value & 1;
        break;
    case LINE_CONTROL:
        uart.line_control = value;
        break;
    case MODEM_CONTROL:
        uart.modem_control = value;
        break;
    case SCRATCH:
        uart.scratch = value;
        break;
    default:
        break;
    }
}

/* A thread of its own; what does not fit is lost, as on a PC. */
static void read_input(void *unused)
{
    char c;
    while (read(STDIN_FILENO, &c, 1) == 1) {
        mutex_lock(&machine.lock);
        if (uart.in_count < sizeof uart.in) {
            uart.in[(uart.in_first + uart.in_count++) % sizeof uart.in] = c;
            if ((uart.enable & ENABLE_RECEIVE) != 0)
                pic_raise(IRQ);
            cond_broadcast(&machine.wake);
        }
        mutex_unlock(&machine.lock);
    }
}

void serial_init(void)
{
    if (options.input && thread_start(read_input, NULL) < 0)
        vmm_die(VMM_STATUS_FAILED, "no thread for -input");
}
