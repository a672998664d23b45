/* SPDX-License-Identifier: MIT
 * Making an address space for a program.
 */
#ifndef USERPROG_LOAD_H
#define USERPROG_LOAD_H

#include <stdint.h>

struct aspace;
struct file;

struct loaded_program {
    struct aspace *aspace;
    struct file *file; /* Open, and its writing denied, for as long as the program runs. */
    uintptr_t entry;
    uintptr_t stack_pointer;
};

/* Loads the program that the first word of CMDLINE names, with CMDLINE as its arguments.  Nothing
 * is read but the headers: pages come on demand.  Needs no process to be running; the result
 * belongs to the caller.  0, or a negative errno after a line on the console "load: NAME: reason".
 * Sleeps. */
int load_program(const char *cmdline, struct loaded_program *);

#endif
