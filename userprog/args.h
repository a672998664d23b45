/* SPDX-License-Identifier: MIT
 * The command line on a new program's stack: pure functions, tested on the host.
 */
#ifndef USERPROG_ARGS_H
#define USERPROG_ARGS_H

#include <stddef.h>
#include <stdint.h>

/* The longest command line, without its NUL; a longer one is refused. */
#define ARGS_LINE_MAX 4096

/* How many bytes of stack LINE needs: words (split at runs of spaces), their pointers, argc and
 * the rest of the frame that `_start` finds.  A multiple of 4. */
size_t args_size(const char *line);

/* Writes those args_size(LINE) bytes to IMAGE, as they have to be in memory when their end is at
 * user address TOP, a multiple of 4.  The program starts with its stack pointer at TOP -
 * args_size(LINE).
 *
 *     return address 0, argc, argv, argv[0] … argv[argc - 1], NULL, padding, words (the first
 * highest) */
void args_build(const char *line, uint32_t top, void *image);

/* The same for words that may hold anything: COUNT of them, BYTES in all, each with its NUL, one
 * after the other. */
size_t args_vector_size(size_t count, size_t bytes);
void args_vector_build(const char *words, size_t count, size_t bytes, uint32_t top, void *image);

/* Copies the first word of LINE to NAME, of SIZE bytes, cut if it is too long.  Empty if there is
 * none. */
void args_program_name(const char *line, char *name, size_t size);

#endif
