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

    /* Ours. */
    SYS_FORK,          /* Copy this process. */
    SYS_EXECVE,        /* Run another program in this process. */
    SYS_WAITPID,       /* Wait for one child or any, or look whether one has ended. */
    SYS_PIPE,          /* Make a pipe. */
    SYS_DUP2,          /* Give a descriptor a second number. */
    SYS_GETPID,        /* Who am I? */
    SYS_GETPPID,       /* Who is my parent? */
    SYS_KILL,          /* End a process by a signal. */
    SYS_SLEEP_MS,      /* Sleep. */
    SYS_YIELD,         /* Let others run. */
    SYS_MMAP2,         /* Map a file's pages or fresh memory. */
    SYS_MUNMAP2,       /* Unmap a range. */
    SYS_MPROTECT,      /* Change what may be done in a range. */
    SYS_SBRK,          /* Move the end of the data. */
    SYS_GETCWD,        /* Name the current directory. */
    SYS_STAT,          /* Describe a file by its name. */
    SYS_FSTAT,         /* Describe what a descriptor stands for. */
    SYS_TIME,          /* Tell the time. */
    SYS_OPEN2,         /* Open a file by flags. */
    SYS_RENAME,        /* Give a file another name. */
    SYS_THREAD_CREATE, /* Start a thread in this process. */
    SYS_THREAD_EXIT,   /* End this thread. */
    SYS_THREAD_JOIN,   /* Wait for a thread of this process to end. */
    SYS_FUTEX_WAIT,    /* Sleep while a word has a value. */
    SYS_FUTEX_WAKE,    /* Wake those that sleep so. */
    SYS_LIMIT_SET,     /* Put this process into a new group with limits. */
    SYS_LIMIT_GET,     /* Read the group's limits and what it uses. */
    SYS_PROC_INFO,     /* Describe one process. */
    SYS_KSTAT_READ,    /* Read one of the kernel's counters. */
    SYS_SET_JOB,       /* Choose which processes ^C ends. */
    SYS_VM_CREATE,     /* Make a virtual machine. */
    SYS_VCPU_CREATE,   /* Make a virtual CPU of one. */
    SYS_VM_CONTROL,    /* Set or ask something of a machine. */
    SYS_VCPU_CONTROL,  /* Set or ask something of a virtual CPU. */
    SYS_VCPU_RUN,      /* Run a guest until its program is needed. */

    SYS_COUNT /* (Not a call.) */
};

#endif
