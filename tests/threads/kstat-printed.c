/* SPDX-License-Identifier: MIT
 * The counters that figures are made of are printed at power-off, and agree with each other: each
 * look of clock ends in a victim or a second chance, each page in or out of swap is eight sectors,
 * each fault ends in a page.
 * @mem: 4
 * @plain: yes
 * @actions: run hot-scan
 * @options: -ul=367 -evict=clock
 * @kstat: evict.scans == vm.evictions + evict.second_chances
 * @kstat: evict.second_chances > 1000
 * @kstat: evict.fifo_fallbacks == 0
 * @kstat: disk.hdb1.sectors_read == vm.swap_ins * 8
 * @kstat: disk.hdb1.sectors_written == vm.swap_outs * 8
 * @kstat: disk.hdb1.reads == vm.swap_ins
 * @kstat: disk.hdb1.writes == vm.swap_writes
 * @kstat: disk.hdb1.writes < vm.swap_outs
 * @kstat: disk.hdb.sectors_written == disk.hdb1.sectors_written
 * @kstat: disk.hda1.sectors_read >= vm.file_reads * 8
 * @kstat: disk.hda1.writes == 0
 * @kstat: vm.page_faults == vm.zero_fills + vm.cow_copies + vm.minor_maps - 1
 * @kstat: vm.file_loads > 0
 * @kstat: vm.swap_outs + vm.evict_clean >= vm.evictions
 * @kstat: vm.frames_user_max == 367
 * @kstat: sched.switches > 0
 * @kstat: timer.ticks > 0
 */
#include "tests/ktest.h"

KTEST(kstat_printed)
{
}
