/* SPDX-License-Identifier: MIT
 * Making an address space for a program.
 */
#ifndef USERPROG_LOAD_H
#define USERPROG_LOAD_H

#include <stddef.h>
#include <stdint.h>

struct aspace;
struct file;

struct loaded_program {
    struct aspace *aspace;
    struct file *file; /* Open, and its writing denied, for as long as the program runs. */
    uintptr_t entry;
    uintptr_t stack_pointer;
    uintptr_t end; /* Page-aligned: above all that the file asks for, below the stack. */
};

/* execve()'s: a file's name and the words for it. */
struct program_args {
    size_t count, bytes; /* Of the words, which lie one after the other, each with its NUL. */
    char name[64];
    char words[];
};

/* Loads the program that the first word of CMDLINE names, with CMDLINE as its arguments.  Nothing
 * is read but the headers: pages come on demand.  Needs no process to be running; the result
 * belongs to the caller.  0, or a negative errno after a line on the console "load: NAME: reason".
 * Sleeps. */
int load_program(const char *cmdline, struct loaded_program *);
/* The same with arguments of any kind, and silent: the caller tells of the error. */
int load_program_args(const struct program_args *args, struct loaded_program *);

#endif
