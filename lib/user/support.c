/* SPDX-License-Identifier: MIT
 * Small things over the system calls: counters by name, threads with stacks of their own.
 */
#include <errno.h>
#include <mman.h>
#include <resource.h>
#include <string.h>
#include <thread.h>

#define PAGE 4096
#define STACK_SIZE (16 * PAGE)

int kstat_value(const char *name, uint64_t *value)
{
    struct kstat_info info;
    int error;
    for (int i = 0; (error = kstat_read(i, &info)) == 0; i++) {
        if (strcmp(info.name, name) == 0) {
            *value = info.value;
            return 0;
        }
    }
    return error;
}

/* What a new thread finds at the top of its stack. */
struct start {
    void (*entry)(void *);
    void *arg;
};

static void run_thread(void *start_)
{
    const struct start *start = start_;
    start->entry(start->arg);
    thread_exit(0);
}

int thread_start(void (*entry)(void *), void *arg)
{
    char *stack =
        mmap2(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mman_error(stack) < 0)
        return mman_error(stack);
    int tid = mprotect(stack, PAGE, PROT_NONE);
    struct start *start = (struct start *)(stack + STACK_SIZE) - 1;
    *start = (struct start){entry, arg};
    if (tid == 0)
        tid = thread_create(run_thread, start, start);
    if (tid < 0)
        munmap2(stack, STACK_SIZE);
    return tid;
}
