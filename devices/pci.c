/* SPDX-License-Identifier: MIT
 * PCI configuration space by mechanism 1: an address port and a data port.
 *
 * Only bus 0 is searched: the emulated machines have no other.  The two ports are one resource,
 * guarded by disabling interrupts.
 */
#include "devices/pci.h"

#include "threads/interrupt.h"
#include "threads/io.h"

#define CONFIG_ADDRESS 0xcf8
#define CONFIG_DATA 0xcfc
#define CONFIG_ENABLE 0x80000000u

#define SLOT_CNT 32
#define FUNC_CNT 8
#define HEADER_MULTIFUNCTION 0x80

#define BAR_IO 0x1

static void select_register(struct pci_dev dev, unsigned offset)
{
    outl(CONFIG_ADDRESS,
         CONFIG_ENABLE | dev.bus << 16 | dev.slot << 11 | dev.func << 8 | (offset & 0xfc));
}

uint32_t pci_read32(struct pci_dev dev, unsigned offset)
{
    enum intr_level old_level = intr_disable();
    select_register(dev, offset);
    uint32_t value = inl(CONFIG_DATA);
    intr_set_level(old_level);
    return value;
}

uint16_t pci_read16(struct pci_dev dev, unsigned offset)
{
    return pci_read32(dev, offset) >> (offset & 2) * 8;
}

uint8_t pci_read8(struct pci_dev dev, unsigned offset)
{
    return pci_read32(dev, offset) >> (offset & 3) * 8;
}

void pci_write16(struct pci_dev dev, unsigned offset, uint16_t value)
{
    enum intr_level old_level = intr_disable();
    select_register(dev, offset);
    outw(CONFIG_DATA + (offset & 2), value);
    intr_set_level(old_level);
}

/* A machine without PCI does not keep what is written to the address port. */
static bool pci_present(void)
{
    enum intr_level old_level = intr_disable();
    outl(CONFIG_ADDRESS, CONFIG_ENABLE);
    bool present = inl(CONFIG_ADDRESS) == CONFIG_ENABLE;
    intr_set_level(old_level);
    return present;
}

bool pci_find_class(uint16_t class, unsigned index, struct pci_dev *dev)
{
    if (!pci_present())
        return false;
    for (unsigned slot = 0; slot < SLOT_CNT; slot++) {
        unsigned func_cnt = 1;
        for (unsigned func = 0; func < func_cnt; func++) {
            *dev = (struct pci_dev){.slot = slot, .func = func};
            if (pci_read16(*dev, PCI_VENDOR_ID) == 0xffff)
                continue;
            if (func == 0 && (pci_read8(*dev, PCI_HEADER_TYPE) & HEADER_MULTIFUNCTION))
                func_cnt = FUNC_CNT;
            if (pci_read16(*dev, PCI_CLASS) == class && index-- == 0)
                return true;
        }
    }
    return false;
}

uint16_t pci_bar_port(struct pci_dev dev, unsigned bar)
{
    uint32_t value = pci_read32(dev, PCI_BAR0 + bar * 4);
    return value & BAR_IO ? value & 0xfffc : 0;
}

void pci_enable(struct pci_dev dev, uint16_t command_bits)
{
    uint16_t command = pci_read16(dev, PCI_COMMAND);
    if ((command & command_bits) != command_bits)
        pci_write16(dev, PCI_COMMAND, command | command_bits);
}
