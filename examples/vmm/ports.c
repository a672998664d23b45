/* SPDX-License-Identifier: MIT
 * Which port belongs to whom.  What nobody has reads as all ones, and writes to it are ignored.
 */
#include "examples/vmm/vmm.h"

uint64_t ports_unknown_in, ports_unknown_out;

static uint32_t parameter_in(struct cpu *cpu, unsigned offset, unsigned size)
{
    switch (cpu->parameter) {
    case VMM_PARAMETER_MAGIC:
        return VMM_MAGIC;
    case VMM_PARAMETER_CPU:
        return cpu->number;
    case VMM_PARAMETER_CPUS:
        return options.cpus;
    case VMM_PARAMETER_RAM_KB:
        return options.ram_kb;
    case VMM_PARAMETER_TIME_US:
        return vmm_now_ns() / 1000;
    default:
        return 0xffffffff;
    }
}

static void parameter_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    cpu->parameter = value;
}

static void exit_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    int status = value < VMM_STATUS_GUEST_MAX ? (int)value : VMM_STATUS_GUEST_MAX;
    vmm_end(status, "ended with %u", value);
}

static void checkpoint_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    checkpoint(cpu, value);
}

static void mark_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    mark_reached(value);
}

static void hot_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    mark_hot(value);
}

static void start_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value)
{
    cpus_start(value);
}

static const struct range {
    uint16_t first, last;
    port_in *in;
    port_out *out;
} ranges[] = {
    {0x3f8, 0x3ff, serial_in, serial_out},
    {0x20, 0x21, pic_in, pic_out},
    {0xa0, 0xa1, pic_slave_in, pic_slave_out},
    {0x40, 0x43, pit_in, pit_out},
    {0x61, 0x61, pit_gate_in, pit_gate_out},
    {VMM_PORT_EXIT, VMM_PORT_EXIT, NULL, exit_out},
    {VMM_PORT_CHECKPOINT, VMM_PORT_CHECKPOINT, NULL, checkpoint_out},
    {VMM_PORT_PARAMETER, VMM_PORT_PARAMETER, parameter_in, parameter_out},
    {VMM_PORT_START_CPUS, VMM_PORT_START_CPUS, NULL, start_out},
    {VMM_PORT_MARK, VMM_PORT_MARK, NULL, mark_out},
    {VMM_PORT_HOT, VMM_PORT_HOT, NULL, hot_out},
    {VMM_PORT_DISK, VMM_DISK_COMMAND, disk_in, disk_out},
};

static const struct range *find(uint16_t port)
{
    for (unsigned i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (port >= ranges[i].first && port <= ranges[i].last)
            return &ranges[i];
    return NULL;
}

void port_access(struct cpu *cpu)
{
    uint16_t port = cpu->run.io.port;
    unsigned size = cpu->run.io.size;
    const struct range *range = find(port);
    if (cpu->run.io.in) {
        ports_unknown_in += range == NULL || range->in == NULL;
        cpu->run.io.value = range != NULL && range->in != NULL
                                ? range->in(cpu, port - range->first, size)
                                : 0xffffffff;
    } else if (range != NULL && range->out != NULL) {
        range->out(cpu, port - range->first, size, cpu->run.io.value);
    } else {
        ports_unknown_out++;
    }
}
