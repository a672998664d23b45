/* SPDX-License-Identifier: MIT
 * What the cases of the guest tables share.
 */
#ifndef VIRT_GUEST_TABLES_H
#define VIRT_GUEST_TABLES_H

#include "virt/guest/cpu.h"
#include "virt/guest/guest.h"
#include "virt/guest/paging.h"

/* Where cases map things; each case leaves nothing mapped there. */
#define WINDOW 0x40000000u
#define WINDOW_2 0x50000000u
#define ALL_RIGHTS (PTE_P | PTE_W | PTE_U)

#define PAGES 8
extern uint32_t pages[PAGES]; /* Each begins with its own address. */
extern struct space space;    /* In use. */

/* One case, run with paging on under `space`, in both formats; small files hold some each. */
void case_recycle(void);
void case_two_roots(void);
void case_two_rights(void);
void case_self_map(void);
void case_root_reused(void);
void case_directory_pointers(void);
void case_split_merge(void);
void case_many_aliases(void);
void case_stack_in_table(void);
void case_invlpg(void);
void case_stale(void);
void case_global(void);
void case_bits_come_back(void);
void case_bits_large(void);
void case_ways_table(void);
void case_ways_directory(void);
void case_rep_table(void);
void case_straddle(void);

/* Ends the guest if not COND. */
void check(bool cond, const char *format, ...) PRINTF_FORMAT(2, 3);
/* What is read at VA, or the fault's error code + 1 with bit 31 set. */
#define FAULT 0x80000001u
uint32_t try_read(uint32_t va);
/* 0, or likewise. */
uint32_t try_write(uint32_t va, uint32_t value);
/* Checks that VA is PAGE, or faults if PAGE is 0. */
void check_maps(uint32_t va, uint32_t page, const char *what);
/* The entry of LEVEL for VA: read, and set without INVLPG. */
uint64_t get(uint32_t va, unsigned level);
void set(uint32_t va, unsigned level, uint64_t entry);
/* Sets it, and forgets what was there. */
void set_now(uint32_t va, unsigned level, uint64_t entry);
/* Takes the directory entry for VA away, and gives its table back. */
void drop_table(uint32_t va);

#endif
