/* SPDX-License-Identifier: MIT
 * PCI configuration space: finding devices and their I/O ports.
 */
#ifndef DEVICES_PCI_H
#define DEVICES_PCI_H

#include <stdbool.h>
#include <stdint.h>

/* Where a function sits. */
struct pci_dev {
    uint8_t bus, slot, func;
};

/* Offsets in configuration space (PCI Local Bus Specification 3.0, 6.1). */
#define PCI_VENDOR_ID 0x00
#define PCI_COMMAND 0x04
#define PCI_CLASS 0x0a /* subclass in the low byte, class in the high one */
#define PCI_HEADER_TYPE 0x0e
#define PCI_BAR0 0x10

#define PCI_COMMAND_IO 0x1
#define PCI_COMMAND_MASTER 0x4

#define PCI_CLASS_IDE 0x0101

/* Finds the INDEXth (from 0) function of class and subclass CLASS on bus 0.  False if there are
 * fewer, or no PCI at all. */
bool pci_find_class(uint16_t class, unsigned index, struct pci_dev *);

/* Read and write configuration space; OFFSET is a multiple of the width.  Any context. */
uint8_t pci_read8(struct pci_dev, unsigned offset);
uint16_t pci_read16(struct pci_dev, unsigned offset);
uint32_t pci_read32(struct pci_dev, unsigned offset);
void pci_write16(struct pci_dev, unsigned offset, uint16_t value);

/* First port of base address register BAR (0-5), or 0 if it is none of I/O ports or not set. */
uint16_t pci_bar_port(struct pci_dev, unsigned bar);

/* Sets bits (PCI_COMMAND_...) in the command register. */
void pci_enable(struct pci_dev, uint16_t command_bits);

#endif
