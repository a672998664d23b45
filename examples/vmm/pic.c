/* SPDX-License-Identifier: MIT
 * The 8259 pair at 0x20 and 0xa0: edge-triggered, fixed priorities, the second one on the first's
 * input 2.
 */
#include "examples/vmm/vmm.h"

#define CASCADE 2
#define SPURIOUS 7
#define LINES 8

/* First command word: bit 4 is set.  Otherwise operation words 2 (bit 3 clear) and 3. */
#define ICW1 0x10
#define ICW1_WANT_ICW4 1
#define OCW3 0x08
#define OCW2_END 0x20
#define OCW2_SPECIFIC 0x40
#define OCW3_READ 2
#define OCW3_READ_SERVICE 1
#define ICW4_AUTO_END 2

struct pic {
    uint8_t request, service, mask, base;
    uint8_t step; /* Which initialization word is awaited: 2 … 4; 0: none. */
    bool want_icw4, auto_end, read_service;
};
static struct pic master, slave;

uint64_t pic_interrupts;

void pic_init(void)
{
    master.mask = slave.mask = 0xff;
    master.base = 0x08;
    slave.base = 0x70;
}

void pic_raise(unsigned irq)
{
    struct pic *pic = irq < LINES ? &master : &slave;
    pic->request |= 1u << irq % LINES;
}

/* The line to serve next, or -1: the lowest that asks, unless one as low is being served. */
static int best(const struct pic *pic, uint8_t request)
{
    uint8_t asking = request & ~pic->mask;
    for (int line = 0; line < LINES; line++) {
        if ((pic->service >> line & 1) != 0)
            return -1;
        if ((asking >> line & 1) != 0)
            return line;
    }
    return -1;
}

static uint8_t master_request(void)
{
    return master.request | (best(&slave, slave.request) >= 0 ? 1u << CASCADE : 0);
}

bool pic_waiting(void)
{
    return best(&master, master_request()) >= 0;
}

static void serve(struct pic *pic, int line)
{
    pic->request &= ~(1u << line);
    if (!pic->auto_end)
        pic->service |= 1u << line;
}

uint8_t pic_acknowledge(void)
{
    int line = best(&master, master_request());
    pic_interrupts++;
    if (line < 0)
        return master.base + SPURIOUS;
    serve(&master, line);
    if (line != CASCADE)
        return master.base + line;
    line = best(&slave, slave.request);
    if (line < 0)
        return slave.base + SPURIOUS;
    serve(&slave, line);
    return slave.base + line;
}

static void end_service(struct pic *pic, uint8_t value)
{
    if ((value & OCW2_SPECIFIC) != 0)
        pic->service &= ~(1u << value % LINES);
    else
        pic->service &= pic->service - 1; /* The lowest line is the most urgent. */
}

static void command(struct pic *pic, uint8_t value)
{
    if ((value & ICW1) != 0) {
        *pic = (struct pic){.step = 2, .want_icw4 = (value & ICW1_WANT_ICW4) != 0};
    } else if ((value & OCW3) != 0) {
        if ((value & OCW3_READ) != 0)
            pic->read_service = (value & OCW3_READ_SERVICE) != 0;
    } else if ((value & OCW2_END) != 0) {
        end_service(pic, value);
    }
}

static void data(struct pic *pic, uint8_t value)
{
    switch (pic->step) {
    case 2:
        pic->base = value & ~(LINES - 1);
        pic->step = 3;
        break;
    case 3:
        pic->step = pic->want_icw4 ? 4 : 0;
        break;
    case 4:
        pic->auto_end = (value & ICW4_AUTO_END) != 0;
        pic->step = 0;
        break;
    default:
        pic->mask = value;
        break;
    }
}

static uint32_t in(const struct pic *pic, unsigned offset)
{
    if (offset == 1)
        return pic->mask;
    return pic->read_service ? pic->service : pic->request;
}

uint32_t pic_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    return in(&master, offset);
}

uint32_t pic_slave_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    return in(&slave, offset);
}

void pic_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    (offset == 0 ? command : data)(&master, value);
}

void pic_slave_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    (offset == 0 ? command : data)(&slave, value);
}
