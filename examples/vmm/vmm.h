/* SPDX-License-Identifier: MIT
 * The machine that vmm gives to a guest, as its parts know it.
 *
 *   vmm.c (above)   options, start and end           cpu.c     runs virtual CPUs
 *   memory.c        guest-physical memory            load.c    puts a guest into it
 *   ports.c         which port is whose              shake.c   changes everything at random
 *   serial.c  pic.c  pit.c  disk.c                   report.c  checkpoints, marks, counters
 *
 * Each virtual CPU is a thread.  Devices are guarded by one mutex, `machine.lock`, that a CPU holds
 * while it is outside; the memory slots by a mutex of their own (memory.c), below it.
 */
#ifndef EXAMPLES_VMM_VMM_H
#define EXAMPLES_VMM_VMM_H

#include <debug.h>
#include <mutex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <virt-abi.h>
#include <vmm-abi.h>

#define PAGE 4096
#define CPUS_MAX 8
#define RAM_KB_LEAST 64
#define RAM_KB_MOST (64 * 1024)
#define NAME_MAX 256 /* Of a guest and its parameters. */

struct options {
    const char *guest;
    char command_line[NAME_MAX]; /* The guest's: its name and its parameters. */
    unsigned ram_kb, cpus, limit_s;
    enum vm_mode mode;
    const char *disk, *name;
    bool quiet, stats, json, checkpoints, input, audit;
    bool shake;
    unsigned shake_seed;
    /* -1 or 0: as it is. */
    unsigned pages;
    const char *evict;
    int mark, age, room;
};
extern struct options options;

/* How many kinds of exit there are, with the 0th for what is none. */
#define EXIT_KINDS (VCPU_EXIT_FAILED + 1)

struct cpu {
    int fd;
    unsigned number;
    unsigned parameter; /* Selected by VMM_PORT_PARAMETER. */
    bool halted;        /* For good. */
    struct vcpu_run run;
    uint64_t exits[EXIT_KINDS];
    uint32_t exits_hash; /* With -checkpoints: of the registers at each access to a port. */
};

struct machine {
    int fd;
    struct cpu cpus[CPUS_MAX];
    struct mutex lock;
    /* lock */
    struct cond wake;     /* A halted CPU has something to look at. */
    uint32_t start_entry; /* Where the other CPUs start; 0: not yet. */
    bool ended;
};
extern struct machine machine;

/* ---- vmm.c ---------------------------------------------------------------------------------- */

/* "vmm: GUEST: text" on descriptor 2, and the end with STATUS. */
void vmm_die(int status, const char *format, ...) PRINTF_FORMAT(2, 3) NO_RETURN;
/* The same of the guest: what the console still holds and the counters are printed first.  Lock
 * held. */
void vmm_end(int status, const char *format, ...) PRINTF_FORMAT(2, 3) NO_RETURN;
/* Since boot. */
uint64_t vmm_now_ns(void);

/* ---- cpu.c ---------------------------------------------------------------------------------- */

void cpus_make(void);
/* Sets how the first CPU begins. */
void cpu_begin_flat(struct cpu *cpu, uint32_t eip, uint32_t eax, uint32_t ebx);
void cpu_begin_real(struct cpu *cpu, uint16_t ip, uint8_t dl);
/* Runs the guest to its end; the calling thread is the first CPU. */
void cpus_run(void) NO_RETURN;
/* VMM_PORT_START_CPUS.  Lock held. */
void cpus_start(uint32_t entry);

/* ---- memory.c ------------------------------------------------------------------------------- */

void memory_make(void);
/* Copies; false if not all of it is memory. */
bool memory_read(uint32_t gpa, void *dst, size_t size);
bool memory_write(uint32_t gpa, const void *src, size_t size);
/* Where the guest's RAM begins in our memory, while nothing moves it: before the guest runs. */
char *memory_ram(void);
uint32_t memory_ram_size(void);
/* Was a fault at GPA only one because its slot was on the move?  Waits until it is there again. */
bool memory_retry(uint32_t gpa);
/* For the shaker: stores to the word at GPA what is there, in one piece. */
void memory_touch(uint32_t gpa);
/* Likewise: moves the upper slot to another place of our memory; turns its dirty log on, reads it,
 * or reads it and turns it off, which is -EIO if a page changed that it does not name.  0 or a
 * negative errno. */
int memory_move(void);
int memory_toggle_log(void);
/* A hash over all RAM, where PAE's table of directory pointers is at that address (0: nowhere). */
uint32_t memory_hash(uint32_t directory_pointers);
/* FNV-1a, going on from HASH. */
#define HASH_START 2166136261u
uint32_t hash_words(uint32_t hash, const uint32_t *words, size_t count);

/* ---- load.c --------------------------------------------------------------------------------- */

/* Loads options.guest and sets the first CPU's state. */
void load_guest(void);

/* ---- ports.c and devices: lock held --------------------------------------------------------- */

void port_access(struct cpu *cpu);
extern uint64_t ports_unknown_in, ports_unknown_out;

/* A device's registers; OFFSET is from the first port of its range. */
typedef uint32_t port_in(struct cpu *cpu, unsigned offset, unsigned size);
typedef void port_out(struct cpu *cpu, unsigned offset, unsigned size, uint32_t value);

port_in serial_in, pic_in, pic_slave_in, pit_in, pit_gate_in, disk_in;
port_out serial_out, pic_out, pic_slave_out, pit_out, pit_gate_out, disk_out;

void serial_init(void); /* Begins to read descriptor 0, if -input. */
void serial_flush(void);
extern uint64_t serial_bytes;

void pic_init(void);
void pic_raise(unsigned irq);
bool pic_waiting(void);
uint8_t pic_acknowledge(void);
extern uint64_t pic_interrupts;

void pit_init(void);
/* Raises IRQ 0 if it is due by NOW. */
void pit_update(uint64_t now);
/* When it will be due; 0: never. */
uint64_t pit_next(void);
extern uint64_t pit_ticks, pit_ticks_lost;

void disk_open(void);
extern uint64_t disk_reads, disk_writes;

/* ---- report.c: lock held, but for the first two --------------------------------------------- */

/* An -at option: "N=ACTION".  False: it is none. */
bool mark_option(const char *text);
/* Shadow-cache options, after the machine is made. */
void cache_configure(void);
void checkpoint(struct cpu *cpu, uint32_t number);
/* After each exit, for the hash of them. */
void exit_noted(struct cpu *cpu);
void mark_reached(uint32_t number);
void mark_hot(uint32_t value);
/* Counters, of -stats and -json, at the end. */
void report(int status, const char *how);

/* ---- shake.c -------------------------------------------------------------------------------- */

void shake_start(void);
void shake_report(void);

#endif
