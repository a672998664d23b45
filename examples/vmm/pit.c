/* SPDX-License-Identifier: MIT
 * An 8254: channel 0 raises IRQ 0, channel 2 can be waited for at port 0x61.
 *
 * Nothing runs between accesses: a channel knows when it was started, and what it shows follows
 * from the time.
 */
#include "examples/vmm/vmm.h"

#define HZ 1193182u
#define NS 1000000000ull
#define CHANNELS 3
#define CONTROL 3 /* Offset of the control port. */

#define GATE 1        /* Of channel 2, in port 0x61. */
#define GATE_OUT 0x20 /* Its output. */

enum { ACCESS_LATCH, ACCESS_LOW, ACCESS_HIGH, ACCESS_BOTH };

struct channel {
    uint8_t access, mode;
    bool high_next_in, high_next_out;
    bool latched;
    uint8_t low; /* The first byte of a count that is being written. */
    uint16_t latch;
    uint32_t count; /* 1 … 65536; 0: not started. */
    uint64_t start; /* ns */
};
static struct channel channels[CHANNELS];
static uint64_t next; /* Of channel 0; 0: never. */
static uint8_t gate;

uint64_t pit_ticks, pit_ticks_lost;

static bool periodic(const struct channel *channel)
{
    return channel->mode == 2 || channel->mode == 3;
}

static uint64_t to_ns(uint32_t count)
{
    return count * NS / HZ;
}

static uint64_t elapsed(const struct channel *channel, uint64_t now)
{
    uint64_t ns = now - channel->start;
    return ns / NS * HZ + ns % NS * HZ / NS;
}

static uint16_t current(const struct channel *channel)
{
    if (channel->count == 0)
        return 0;
    uint64_t gone = elapsed(channel, vmm_now_ns());
    if (periodic(channel))
        return channel->count - gone % channel->count;
    return channel->count - gone;
}

void pit_init(void)
{
    for (unsigned i = 0; i < CHANNELS; i++)
        channels[i].access = ACCESS_BOTH;
}

void pit_update(uint64_t now)
{
    if (next == 0 || now < next)
        return;
    pit_ticks++;
    pic_raise(0);
    if (!periodic(&channels[0])) {
        next = 0;
        return;
    }
    uint64_t period = to_ns(channels[0].count);
    uint64_t late = (now - next) / period;
    pit_ticks_lost += late;
    next += (late + 1) * period;
}

uint64_t pit_next(void)
{
    return next;
}

static void start(unsigned i, uint16_t count)
{
    struct channel *channel = &channels[i];
    channel->count = count == 0 ? 65536 : count;
    channel->start = vmm_now_ns();
    if (i == 0)
        next = channel->start + to_ns(channel->count);
}

static void control(uint8_t value)
{
    unsigned i = value >> 6;
    if (i == CHANNELS)
        return; /* Read-back: not there. */
    struct channel *channel = &channels[i];
    uint8_t access = value >> 4 & 3;
    if (access == ACCESS_LATCH) {
        channel->latch = current(channel);
        channel->latched = true;
        return;
    }
    uint8_t mode = value >> 1 & 7; /* 6 and 7 mean 2 and 3. */
    *channel = (struct channel){.access = access, .mode = mode > 5 ? mode - 4 : mode};
    if (i == 0)
        next = 0;
}

void pit_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    uint8_t byte = value;
    if (offset == CONTROL) {
        control(byte);
        return;
    }
    struct channel *channel = &channels[offset];
    if (channel->access == ACCESS_LOW) {
        start(offset, byte);
    } else if (channel->access == ACCESS_HIGH) {
        start(offset, byte << 8);
    } else {
        if (channel->high_next_out)
            start(offset, byte << 8 | channel->low);
        channel->low = byte;
        channel->high_next_out = !channel->high_next_out;
    }
}

uint32_t pit_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    if (offset == CONTROL)
        return 0xff;
    struct channel *channel = &channels[offset];
    uint16_t count = channel->latched ? channel->latch : current(channel);
    bool high = channel->access == ACCESS_HIGH;
    if (channel->access == ACCESS_BOTH) {
        high = channel->high_next_in;
        channel->high_next_in = !high;
    }
    if (high || channel->access == ACCESS_LOW)
        channel->latched = false;
    return high ? count >> 8 : count & 0xff;
}

uint32_t pit_gate_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    const struct channel *channel = &channels[2];
    bool out = channel->count != 0 && elapsed(channel, vmm_now_ns()) >= channel->count;
    return gate | (out ? GATE_OUT : 0);
}

/* Opening the gate starts channel 2 anew. */
void pit_gate_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    if ((value & ~gate & GATE) != 0 && channels[2].count != 0)
        channels[2].start = vmm_now_ns();
    gate = value & 3;
}
