/* SPDX-License-Identifier: MIT
 * Every system call of ours says what is wrong with each of its arguments, and does nothing then.
 */
#include <errno.h>
#include <mman.h>
#include <resource.h>
#include <stdio.h>
#include <string.h>
#include <thread.h>
#include <unistd.h>
#include "tests/lib.h"

#define EXPECT(CALL, ERROR)                                                                        \
    do {                                                                                           \
        int seen_ = (int)(CALL);                                                                   \
        REQUIRE(seen_ == -(ERROR), "%s is %d, not -%s", #CALL, seen_, #ERROR);                     \
    } while (0)

#define RW (PROT_READ | PROT_WRITE)
#define FRESH (MAP_PRIVATE | MAP_ANONYMOUS)

static const char read_only[8];
static char long_name[600];

/* Addresses that are no good for a structure of SIZE bytes. */
static void *bad_address(int i, size_t size)
{
    char *const bad[] = {NULL,
                         test_address(4),
                         UNMAPPED,
                         KERNEL_ADDRESS,
                         USER_END,
                         USER_END - size + 1,
                         test_address(0xfffffff8),
                         test_address((uintptr_t)read_only)};
    return i < (int)(sizeof bad / sizeof *bad) ? bad[i] : (void *)1;
}

static void bad_structures(int fd)
{
    void *p;
    for (int i = 0; (p = bad_address(i, 8)) != (void *)1; i++) {
        EXPECT(pipe(p), EFAULT);
        EXPECT(stat("sample", p), EFAULT);
        EXPECT(fstat(fd, p), EFAULT);
        EXPECT(time(p), EFAULT);
        EXPECT(proc_info(0, p), EFAULT);
        EXPECT(kstat_read(0, p), EFAULT);
        if (p == USER_END)
            continue; /* A good end of a stack. */
        EXPECT(thread_create((void (*)(void *))test_address(0x8048100), NULL, p),
               (uintptr_t)p % 4 != 0 ? EINVAL : EFAULT);
    }
}

static void bad_words(void)
{
    static volatile int word;
    void *p;
    for (int i = 0; (p = bad_address(i, 4)) != (void *)1; i++) {
        int error = (uintptr_t)p % 4 != 0 ? EINVAL : EFAULT;
        if (p != USER_END - 3)
            EXPECT(getcwd(p, 100), EFAULT);
        if (p != NULL) {
            EXPECT(waitpid(-1, p, 0), EFAULT);
            EXPECT(thread_join(77, p), EFAULT);
        }
        if (p == test_address((uintptr_t)read_only))
            continue; /* It is read, and of value 0. */
        EXPECT(futex_wait(p, 0, 10), error);
        EXPECT(futex_wake(p, 1), error);
    }
    EXPECT(futex_wait((volatile int *)((char *)&word + 1), 0, 10), EINVAL);
    EXPECT(futex_wait(&word, 1, 0), EAGAIN);
    EXPECT(futex_wait((volatile int *)read_only, 0, 1), ETIMEDOUT);
}

static void bad_names(void)
{
    void *p;
    struct stat st;
    for (int i = 0; (p = bad_address(i, 1)) != (void *)1; i++) {
        if (p == test_address((uintptr_t)read_only) || p == USER_END - 1)
            continue; /* Good to read. */
        EXPECT(open2(p, O_RDONLY), EFAULT);
        EXPECT(stat(p, &st), EFAULT);
        EXPECT(rename(p, "x"), EFAULT);
        EXPECT(rename("x", p), EFAULT);
        EXPECT(execve(p, (char *const[]){NULL}), EFAULT);
        EXPECT(execve("hello", p), EFAULT);
    }
    memset(long_name, 'n', sizeof long_name - 1);
    EXPECT(open2(long_name, O_RDONLY), ENAMETOOLONG);
    EXPECT(open2("fifteen-letters", O_RDONLY), ENAMETOOLONG);
    EXPECT(stat(long_name, &st), ENAMETOOLONG);
    EXPECT(rename(long_name, "x"), ENAMETOOLONG);
    EXPECT(rename("sample", "fifteen-letters"), ENAMETOOLONG);
    EXPECT(open2("", O_RDONLY), ENOENT);
    EXPECT(open2("no-such", O_RDWR), ENOENT);
    EXPECT(stat("no-such", &st), ENOENT);
    EXPECT(rename("no-such", "x"), ENOENT);
    EXPECT(rename("sample", ""), EINVAL);
    EXPECT(open2("sample", O_ACCMODE), EINVAL);
    EXPECT(open2("sample", 0x1000), EINVAL);
    EXPECT(open2("sample", O_RDONLY | O_TRUNC), EINVAL);
    EXPECT(open2("/", O_RDWR), EISDIR);
    EXPECT(open2("errors", O_WRONLY | O_TRUNC), ETXTBSY);
}

static void bad_descriptors(void)
{
    static const int bad[] = {-1, 3, 50, 1023, 1024, 100000, -0x7fffffff - 1, 0x7fffffff};
    struct stat st;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(fstat(bad[i], &st), EBADF);
        EXPECT(dup2(bad[i], 10), EBADF);
        if (bad[i] < 0 || bad[i] > 1023)
            EXPECT(dup2(0, bad[i]), EBADF);
        EXPECT(mmap2(NULL, TEST_PAGE, RW, MAP_PRIVATE, bad[i], 0), EBADF);
    }
    EXPECT(mmap2(NULL, TEST_PAGE, PROT_READ, MAP_PRIVATE, 0, 0), ENODEV);
    EXPECT(mmap2(NULL, TEST_PAGE, PROT_READ, MAP_PRIVATE, 1, 0), ENODEV);
}

static void bad_memory(int fd)
{
    char *page = MAP_AREA;
    EXPECT(mmap2(NULL, 0, RW, FRESH, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, 8, FRESH, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, MAP_ANONYMOUS, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, FRESH | MAP_SHARED, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, FRESH | 0x100, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0), EINVAL);
    EXPECT(mmap2(page + 1, TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0), EINVAL);
    EXPECT(mmap2(KERNEL_ADDRESS, TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0), EINVAL);
    EXPECT(mmap2(USER_END - TEST_PAGE, 2 * TEST_PAGE, RW, FRESH | MAP_FIXED, -1, 0), EINVAL);
    EXPECT(mmap2(page, 0xfffff000, RW, FRESH | MAP_FIXED, -1, 0), EINVAL);
    EXPECT(mmap2(NULL, 0xffffffff, RW, FRESH, -1, 0), ENOMEM);
    EXPECT(mmap2(NULL, 0xb0000000, RW, FRESH, -1, 0), ENOMEM);
    EXPECT(mmap2(NULL, 0x10000000, RW, FRESH, -1, 0), ENOMEM);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, MAP_SHARED, fd, 1), EINVAL);
    EXPECT(mmap2(NULL, TEST_PAGE, RW, MAP_SHARED, fd, 0xffffffff), EINVAL);
    EXPECT(munmap2(page + 1, TEST_PAGE), EINVAL);
    EXPECT(munmap2(page, 0), EINVAL);
    EXPECT(munmap2(NULL, TEST_PAGE), EINVAL);
    EXPECT(munmap2(KERNEL_ADDRESS, TEST_PAGE), EINVAL);
    EXPECT(munmap2(page, 0xffffffff), EINVAL);
    EXPECT(mprotect(page, TEST_PAGE, RW), ENOMEM);
    EXPECT(mprotect(page + 1, TEST_PAGE, RW), EINVAL);
    EXPECT(mprotect(page, 0, RW), EINVAL);
    EXPECT(mprotect(page, TEST_PAGE, 8), EINVAL);
    EXPECT(mprotect(KERNEL_ADDRESS, TEST_PAGE, RW), EINVAL);
    REQUIRE(sbrk(-1) == (void *)-1 && sbrk(0x7fffffff) == (void *)-1, "sbrk");
}

static void bad_numbers(void)
{
    char buffer[4];
    EXPECT(waitpid(-1, NULL, 0), ECHILD);
    EXPECT(waitpid(0, NULL, 0), ECHILD);
    EXPECT(waitpid(-2, NULL, 0), ECHILD);
    EXPECT(waitpid(getpid(), NULL, 0), ECHILD);
    EXPECT(waitpid(-1, NULL, 2), EINVAL);
    EXPECT(kill(getpid(), -1), EINVAL);
    EXPECT(kill(getpid(), SIGNAL_MAX + 1), EINVAL);
    EXPECT(set_job(JOB_FRONT << 1), EINVAL);
    EXPECT(kill(0, SIGKILL), ESRCH);
    EXPECT(kill(-1, SIGKILL), ESRCH);
    EXPECT(kill(123456, SIGKILL), ESRCH);
    EXPECT(thread_join(0, NULL), ESRCH);
    EXPECT(thread_join(-1, NULL), ESRCH);
    EXPECT(thread_join(1, NULL), EDEADLK);
    EXPECT(thread_create((void (*)(void *))KERNEL_ADDRESS, NULL, buffer), EINVAL);
    EXPECT(getcwd(buffer, 1), ERANGE);
    EXPECT(getcwd(buffer, 0), ERANGE);
    struct proc_info info;
    struct kstat_info kstat;
    EXPECT(proc_info(1000, &info), ENOENT);
    EXPECT(proc_info(-1, &info), ENOENT);
    EXPECT(kstat_read(100000, &kstat), ENOENT);
    EXPECT(kstat_read(-1, &kstat), ENOENT);
    REQUIRE(sleep_ms(0) == 0 && yield() == 0, "calls that cannot fail");
}

int main(void)
{
    make_file("sample", 1000, 1);
    int fd = open_file("sample");
    bad_structures(fd);
    msg("addresses of structures");
    bad_words();
    msg("addresses of words");
    bad_names();
    msg("names");
    bad_descriptors();
    msg("descriptors");
    bad_memory(fd);
    msg("ranges of memory");
    bad_numbers();
    msg("numbers");
    int fds[2];
    CHECK(pipe(fds) == 0 && fds[0] == fd + 1 && fds[1] == fd + 2, "nothing was left open");
    return EXIT_SUCCESS;
}
