/* SPDX-License-Identifier: MIT
 * Directories.  There is one so far, the root.
 */
#ifndef FILESYS_DIRECTORY_H
#define FILESYS_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

/* The longest name.  (The host's C library has an opinion of its own.) */
#ifndef NAME_MAX
#define NAME_MAX 14
#endif

struct dir;
struct inode;

/* An open directory with a place to read from, or NULL.  The caller closes it. */
struct dir *dir_open_root(void);
void dir_close(struct dir *dir);
struct inode *dir_get_inode(struct dir *dir);

/* The next name, or false at the end (or an error, of which a line told).  Names that come or go
 * meanwhile may be in or not, no other is left out or seen twice. */
bool dir_readdir(struct dir *dir, char name[NAME_MAX + 1]);

#endif
