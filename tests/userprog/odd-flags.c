/* SPDX-License-Identifier: MIT
 * Flags that a program may set (direction, nested task, alignment check, carry) and segment
 * registers that it may clear do the kernel no harm, and its own registers come back from a system
 * call as they were.
 */
#include <string.h>
#include <syscall-nr.h>
#include "tests/userprog/pointers.h"

static unsigned flags_over_call(unsigned flags, int fd)
{
    unsigned seen;
    asm volatile("pushl %2; pushl %3; pushl %1; popfl; int $0x30; pushfl; popl %0;"
                 "addl $8, %%esp; pushl $0x202; popfl"
                 : "=&r"(seen)
                 : "r"(flags), "r"(fd), "i"(SYS_FILESIZE)
                 : "eax", "memory", "cc");
    return seen;
}

static void try_flags(const char *name, unsigned flag, int fd)
{
    unsigned seen = flags_over_call(0x202 | flag, fd);
    CHECK((seen & flag) == flag, "%s stays set", name);
}

/* A write with the direction flag set: the kernel's copies must run upwards all the same. */
static void write_backwards(int fd)
{
    static char text[] = "0123456789abcdef0123456789abcdef";
    char back[sizeof text];
    int n;
    asm volatile("pushl %3; pushl %2; pushl %1; pushl %4; std; int $0x30; cld; addl $16, %%esp"
                 : "=a"(n)
                 : "r"(fd), "r"(text), "i"(sizeof text), "i"(SYS_WRITE)
                 : "memory", "cc");
    REQUIRE(n == sizeof text, "write: %d", n);
    seek(fd, 0);
    REQUIRE(read(fd, back, sizeof back) == sizeof back, "read");
    CHECK(memcmp(text, back, sizeof text) == 0, "write with the direction flag set");
}

static void check_registers(int fd)
{
    unsigned b, c, d, si, di;
    asm volatile("pushl %5; pushl %6; movl $0x11, %%ebx; movl $0x22, %%ecx; movl $0x33, %%edx;"
                 "movl $0x44, %%esi; movl $0x55, %%edi; int $0x30; addl $8, %%esp"
                 : "=b"(b), "=c"(c), "=d"(d), "=S"(si), "=D"(di)
                 : "a"(fd), "i"(SYS_FILESIZE)
                 : "memory", "cc");
    CHECK(b == 0x11 && c == 0x22 && d == 0x33 && si == 0x44 && di == 0x55, "registers are kept");
}

static void clear_segments(int fd)
{
    asm volatile("xorl %%eax, %%eax; movw %%ax, %%fs; movw %%ax, %%gs" : : : "eax");
    CHECK(filesize(fd) == SAMPLE_SIZE, "a call with null segments");
    unsigned es;
    asm volatile("pushl %2; pushl %3; movl %%es, %%ecx; xorl %%eax, %%eax; movw %%ax, %%es;"
                 "int $0x30; movw %%cx, %%es; addl $8, %%esp; movl %%ecx, %0"
                 : "=&r"(es), "=&a"(fd)
                 : "1"(fd), "i"(SYS_FILESIZE)
                 : "ecx", "memory", "cc");
    CHECK(fd == SAMPLE_SIZE, "a call with a null extra segment");
}

int main(int argc, char *argv[])
{
    make_sample(argc);
    int fd = open_file(SAMPLE);
    try_flags("carry", 0x1, fd);
    try_flags("direction", 0x400, fd);
    try_flags("nested task", 0x4000, fd);
    try_flags("alignment check", 0x40000, fd);
    write_backwards(fd);
    check_registers(fd);
    clear_segments(fd);
    return EXIT_SUCCESS;
}
