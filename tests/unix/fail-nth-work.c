/* SPDX-License-Identifier: MIT
 * What fail-nth.py runs: a program that asks the kernel for a bit of everything.  Whatever is
 * refused ends it, with status 1; it leaves nothing behind either way.
 * @kstat: fail.injected == 0
 */
#include <mman.h>
#include <string.h>
#include <syscall.h>
#include <thread.h>
#include <unistd.h>

#define PAGES 40
#define PAGE 4096

static char area[PAGES][PAGE];
static char stack[PAGE];

static void need(bool ok)
{
    if (!ok)
        exit(1);
}

static void files(void)
{
    char buffer[3000];
    remove("work-file");
    need(create("work-file", 0));
    int fd = open("work-file");
    need(fd >= 2);
    memset(buffer, 'w', sizeof buffer);
    for (int i = 0; i < 10; i++)
        need(write(fd, buffer, sizeof buffer) == sizeof buffer);
    seek(fd, 5000);
    need(read(fd, buffer, sizeof buffer) == sizeof buffer);
    char *map = mmap2(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    need(mman_error(map) == 0);
    map[PAGE + 5] = 'm';
    need(munmap2(map, 3 * PAGE) == 0);
    need(dup2(fd, 30) == 30);
    close(fd);
    close(30);
    need(remove("work-file"));
}

static void memory(void)
{
    for (int i = 0; i < PAGES; i++)
        area[i][i] = i;
    char *heap = sbrk(3 * PAGE);
    need(heap != (void *)-1);
    heap[2 * PAGE] = 1;
    char *map = mmap2(NULL, 20 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    need(mman_error(map) == 0);
    map[7 * PAGE] = 7;
    need(mprotect(map + 4 * PAGE, PAGE, PROT_READ) == 0);
    for (int i = 0; i < PAGES; i++)
        need(area[i][i] == i);
}

static void body(void *arg)
{
    thread_exit(area[3][3]);
}

static void processes(void)
{
    int ends[2], status = 0;
    char byte = 0;
    need(pipe(ends) == 0);
    pid_t pid = fork();
    need(pid >= 0);
    if (pid == 0) {
        area[2][0] = 'c';
        need(write(ends[1], &area[2][0], 1) == 1);
        exit(0);
    }
    close(ends[1]);
    bool got = read(ends[0], &byte, 1) == 1;
    need(waitpid(pid, &status, 0) == pid && status == 0 && got && byte == 'c');
    pid = exec("nothing a b c");
    need(pid > 0 && wait(pid) == 0);
    int tid = thread_create(body, NULL, stack + sizeof stack);
    need(tid > 0 && thread_join(tid, &status) == 0 && status == 3);
}

int main(void)
{
    files();
    memory();
    processes();
    return 0;
}
