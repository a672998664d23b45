/* SPDX-License-Identifier: MIT
 * System call numbers.  0 to 19 are Pintos's; later ones are ours and return a negative errno.
 */
#ifndef LIB_SYSCALL_NR_H
#define LIB_SYSCALL_NR_H

enum {
    SYS_HALT,     /* Power off. */
    SYS_EXIT,     /* End this process. */
    SYS_EXEC,     /* Start another process. */
    SYS_WAIT,     /* Wait for a child process to end. */
    SYS_CREATE,   /* Create a file. */
    SYS_REMOVE,   /* Delete a file. */
    SYS_OPEN,     /* Open a file. */
    SYS_FILESIZE, /* Get a file's size. */
    SYS_READ,     /* Read from a file. */
    SYS_WRITE,    /* Write to a file. */
    SYS_SEEK,     /* Change the position in a file. */
    SYS_TELL,     /* Report the position in a file. */
    SYS_CLOSE,    /* Close a file. */
    SYS_MMAP,     /* Map a file into memory. */
    SYS_MUNMAP,   /* Remove a memory mapping. */
    SYS_CHDIR,    /* Change the current directory. */
    SYS_MKDIR,    /* Create a directory. */
    SYS_READDIR,  /* Read a directory entry. */
    SYS_ISDIR,    /* Does a descriptor stand for a directory? */
    SYS_INUMBER,  /* Get a descriptor's inode number. */
};

#endif
