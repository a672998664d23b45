/* SPDX-License-Identifier: MIT
 * Small things over the system calls: counters by name, threads with stacks of their own.
 */
#include <errno.h>
#include <mman.h>
#include <mutex.h>
#include <resource.h>
#include <string.h>
#include <syscall-nr.h>
#include <thread.h>
#include "lib/user/syscall-stub.h"

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

/* What a new thread finds at the top of its stack, by which thread_join() finds the stack. */
struct start {
    void (*entry)(void *);
    void *arg;
    int tid;
    struct start *next; /* Of those not yet joined. */
};

static struct start *started;
static struct mutex mutex;

static void run_thread(void *start_)
{
    const struct start *start = start_;
    start->entry(start->arg);
    thread_exit(0);
}

static char *stack_of(struct start *start)
{
    return (char *)(start + 1) - STACK_SIZE;
}

/* The lock is held until the thread is listed: whoever joins it finds it. */
static int start_on(struct start *start)
{
    mutex_lock(&mutex);
    int tid = thread_create(run_thread, start, start);
    if (tid > 0) {
        start->tid = tid;
        start->next = started;
        started = start;
    }
    mutex_unlock(&mutex);
    return tid;
}

int thread_start(void (*entry)(void *), void *arg)
{
    char *stack =
        mmap2(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mman_error(stack) < 0)
        return mman_error(stack);
    int tid = mprotect(stack, PAGE, PROT_NONE);
    struct start *start = (struct start *)(stack + STACK_SIZE) - 1;
    *start = (struct start){.entry = entry, .arg = arg};
    if (tid == 0)
        tid = start_on(start);
    if (tid < 0)
        munmap2(stack, STACK_SIZE);
    return tid;
}

int thread_join(int tid, int *status)
{
    int err = syscall2(SYS_THREAD_JOIN, tid, status);
    if (err < 0)
        return err;
    mutex_lock(&mutex);
    struct start **link = &started, *found;
    while (*link != NULL && (*link)->tid != tid)
        link = &(*link)->next;
    if ((found = *link) != NULL)
        *link = found->next;
    mutex_unlock(&mutex);
    if (found != NULL)
        munmap2(stack_of(found), STACK_SIZE);
    return 0;
}
