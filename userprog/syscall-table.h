/* SPDX-License-Identifier: MIT
 * The one table of system calls: SYSCALL(NUMBER, handler, "arguments", "result", "help").
 *
 * syscall.c makes its table of handlers of it, scripts/syscalls.py docs/SYSCALLS.md.  There is a
 * line for each number, in order.  The kinds of arguments, of which the kernel counts the commas:
 *
 *     int, unsigned     a value
 *     fd, pid, tid      a number of that kind
 *     name              a string: a file's name
 *     string            another string
 *     in N, out N       the address of N bytes that are read, or written
 *     address           an address that is not accessed, or only later
 */
/* clang-format off */
SYSCALL(HALT, halt, "", "never returns", "Powers the machine off.")
SYSCALL(EXIT, exit, "status: int", "never returns", "Ends this process, all its threads with it.")
SYSCALL(EXEC, exec, "command: string", "pid, or -1", "Starts a program, named by the first word, as a child with no open files; returns when it is loaded or could not be.")
SYSCALL(WAIT, wait, "pid: pid", "the child's exit status, or -1", "Waits for a child; -1 if it was killed, is no child, or was waited for before.")
SYSCALL(CREATE, create, "file: name, size: unsigned", "1 or 0", "Makes a file of zeros.")
SYSCALL(REMOVE, remove, "file: name", "1 or 0", "Takes a name away; those who have the file open keep it.")
SYSCALL(OPEN, open, "file: name", "fd, or -1", "Opens a file to read and write, or a directory.")
SYSCALL(FILESIZE, filesize, "fd: fd", "bytes, or -1", "Tells a file's size.")
SYSCALL(READ, read, "fd: fd, buffer: out size, size: unsigned", "bytes, 0 at the end, or -1", "Reads; waits for the first byte of a pipe and for every key; -1 from the terminal if the process's job is not in front.")
SYSCALL(WRITE, write, "fd: fd, buffer: in size, size: unsigned", "bytes, or -1", "Writes; a pipe that nobody reads ends the process by SIGPIPE.")
SYSCALL(SEEK, seek, "fd: fd, position: unsigned", "nothing", "Moves a file's position.")
SYSCALL(TELL, tell, "fd: fd", "the position, or -1", "Tells a file's position.")
SYSCALL(CLOSE, close, "fd: fd", "nothing", "Closes a descriptor; the terminal itself stays open.")
SYSCALL(MMAP, mmap, "fd: fd, start: address", "a mapping's number, or -1", "Maps a whole file, shared.")
SYSCALL(MUNMAP, munmap, "mapping: int", "nothing", "Ends such a mapping.")
SYSCALL(CHDIR, chdir, "directory: name", "1 or 0", "Changes the current directory.")
SYSCALL(MKDIR, mkdir, "directory: name", "1 or 0", "Makes a directory.")
SYSCALL(READDIR, readdir, "fd: fd, entry: out 15", "1, or 0 at the end", "Reads the next name in a directory.")
SYSCALL(ISDIR, isdir, "fd: fd", "1 or 0", "Tells whether a descriptor stands for a directory.")
SYSCALL(INUMBER, inumber, "fd: fd", "a number, or -1", "Tells a file's or directory's inode number.")
SYSCALL(FORK, fork, "", "pid; 0 in the child", "Copies this process, with the calling thread alone.")
SYSCALL(EXECVE, execve, "file: name, argv: in array of strings", "an error only", "Runs another program in this process; descriptors stay open.")
SYSCALL(WAITPID, waitpid, "pid: pid, status: out 4 or 0, flags: int", "pid, or 0 with WNOHANG", "Waits for a child, or for any with -1; -EINTR if ^C is typed where the caller's own job is in front.")
SYSCALL(PIPE, pipe, "fds: out 8", "0", "Makes a pipe: an end to read, an end to write.")
SYSCALL(DUP2, dup2, "from: fd, to: fd", "the second", "Makes one descriptor stand for what another does.")
SYSCALL(GETPID, getpid, "", "pid", "Tells this process's number.")
SYSCALL(GETPPID, getppid, "", "pid, or 0", "Tells the parent's number; 0: the kernel, or the parent has ended.")
SYSCALL(KILL, kill, "pid: pid, signal: int", "0", "Ends a process as by a signal; with 0 looks whether it is there.")
SYSCALL(SLEEP_MS, sleep_ms, "ms: unsigned", "0", "Sleeps at least so long.")
SYSCALL(YIELD, yield, "", "0", "Lets other threads run.")
SYSCALL(MMAP2, mmap2, "start: address, length: unsigned, protection: int, flags: int, fd: fd, page: unsigned", "the address", "Maps pages of a file, or fresh zeros, private or shared.")
SYSCALL(MUNMAP2, munmap2, "start: address, length: unsigned", "0", "Unmaps whatever is in a range.")
SYSCALL(MPROTECT, mprotect, "start: address, length: unsigned, protection: int", "0", "Changes what may be done in a range, all of which is mapped.")
SYSCALL(SBRK, sbrk, "change: int", "where the end was", "Moves the end of the heap.")
SYSCALL(GETCWD, getcwd, "buffer: out size, size: unsigned", "the length", "Names the current directory.")
SYSCALL(STAT, stat, "file: name, stat: out 20", "0", "Describes a file by its name.")
SYSCALL(FSTAT, fstat, "fd: fd, stat: out 20", "0", "Describes what a descriptor stands for.")
SYSCALL(TIME, time, "now: out 16", "0", "Tells the time since 1970.")
SYSCALL(OPEN2, open2, "file: name, flags: int", "fd", "Opens a file by flags.")
SYSCALL(RENAME, rename, "from: name, to: name", "0", "Gives a file another name, in place of what had it.")
SYSCALL(THREAD_CREATE, thread_create, "entry: address, argument: int, stack: address", "tid", "Starts a thread in this process, on the stack that ends there.")
SYSCALL(THREAD_EXIT, thread_exit, "status: int", "never returns", "Ends this thread, and the process with its last.")
SYSCALL(THREAD_JOIN, thread_join, "tid: tid, status: out 4 or 0", "0", "Waits for another thread of this process to end.")
SYSCALL(FUTEX_WAIT, futex_wait, "word: in 4, expected: int, ms: unsigned", "0", "Sleeps if a word has a value, until woken or the time is over (0: none).")
SYSCALL(FUTEX_WAKE, futex_wake, "word: in 4, count: int", "how many", "Wakes those who sleep on a word, in shared memory in all its processes.")
SYSCALL(LIMIT_SET, limit_set, "limits: in 20", "0", "Puts this process into a new group with limits.")
SYSCALL(LIMIT_GET, limit_get, "limits: out 20 or 0, used: out 20 or 0", "0", "Tells the group's limits and what it uses.")
SYSCALL(PROC_INFO, proc_info, "index: unsigned, info: out 40", "0", "Describes a process.")
SYSCALL(KSTAT_READ, kstat_read, "index: unsigned, info: out 64", "0", "Reads one of the kernel's counters.")
SYSCALL(SET_JOB, set_job, "flags: int", "0", "Chooses the job of children made from now on, the caller's own or a new one (1), and whether it is at the terminal's front (2); see below.")
SYSCALL(VM_CREATE, vm_create, "mode: unsigned", "fd", "Makes a virtual machine (lib/virt-abi.h); -ENODEV on a CPU without SVM.")
SYSCALL(VCPU_CREATE, vcpu_create, "vm: fd", "fd", "Makes a virtual CPU of a machine.")
SYSCALL(VM_CONTROL, vm_control, "vm: fd, operation: unsigned, structure: address", "0", "Sets or asks something of a machine.")
SYSCALL(VCPU_CONTROL, vcpu_control, "vcpu: fd, operation: unsigned, structure: address", "0", "Sets or asks something of a virtual CPU.")
SYSCALL(VCPU_RUN, vcpu_run, "vcpu: fd, run: out 88", "0", "Runs a guest until something happens that its program must handle.")
