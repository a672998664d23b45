/* SPDX-License-Identifier: MIT
 * The search of PCI space finds what QEMU's PC has, and not what it has not.
 */
#include "devices/pci.h"
#include "tests/ktest.h"

KTEST(pci_scan)
{
    struct pci_dev bridge, ide, other;

    KTEST_ASSERT(pci_find_class(0x0600, 0, &bridge)); /* i440FX */
    KTEST_ASSERT(bridge.slot == 0 && bridge.func == 0);
    KTEST_ASSERT(pci_read16(bridge, PCI_VENDOR_ID) == 0x8086);
    KTEST_ASSERT(pci_find_class(PCI_CLASS_IDE, 0, &ide)); /* a function other than 0 */
    KTEST_ASSERT(ide.slot == 1 && ide.func == 1);
    KTEST_ASSERT(pci_read16(ide, PCI_VENDOR_ID) == 0x8086);
    KTEST_ASSERT(pci_read16(ide, PCI_COMMAND) & PCI_COMMAND_MASTER);
    KTEST_ASSERT(pci_bar_port(ide, 4) != 0 && pci_bar_port(ide, 5) == 0);
    KTEST_ASSERT(!pci_find_class(PCI_CLASS_IDE, 1, &other));
    KTEST_ASSERT(!pci_find_class(0x1234, 0, &other));
}
