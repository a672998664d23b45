/* SPDX-License-Identifier: MIT
 * Virtualization, as the rest of the kernel sees it.
 */
#ifndef USERPROG_VIRT_H
#define USERPROG_VIRT_H

/* For init.c: looks whether this CPU can run guests; gives virt/'s memory back if it cannot. */
void virt_init(void);

#endif
