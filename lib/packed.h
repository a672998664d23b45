/* SPDX-License-Identifier: MIT
 * PACKED: a struct whose layout is the hardware's or the disk's, without padding.
 */
#ifndef LIB_PACKED_H
#define LIB_PACKED_H

#define PACKED __attribute__((packed))

#endif
