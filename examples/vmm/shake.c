/* SPDX-License-Identifier: MIT
 * The shaker (-shake SEED): a thread that, while the guest runs, changes at random what can be
 * changed: the shadow cache's size and policy, memory slots, dirty logging; makes the host take
 * pages; and stores to guest memory.
 */
#include "examples/vmm/vmm.h"

#include <errno.h>
#include <random.h>
#include <stdio.h>
#include <strerror.h>
#include <string.h>
#include <thread.h>
#include <unistd.h>
#include <virt.h>

#define PAUSE_MS 1 /* A tick, in truth. */
#define AT_ONCE 16 /* Changes without a pause. */
#define PAGES_LEAST 20
#define PAGES_MOST 1024
#define RECLAIM_MOST 64
#define STORES_MOST 64

enum { RESIZE, POLICY, MARK, AGE, ROOM, SHAKE_RECLAIM, LOG, MOVE, CHECK, STORE, KINDS };
static const char *const names[KINDS] = {"sizes",    "policies", "marks", "ages",   "rooms",
                                         "reclaims", "logs",     "moves", "audits", "stores"};
static unsigned done[KINDS];
static unsigned pages_taken;

static unsigned below(unsigned n)
{
    return random_ulong() % n;
}

/* Sizes are as often between 20 and 40 as between 512 and 1,024. */
static unsigned random_size(void)
{
    unsigned most = PAGES_MOST >> below(6);
    return most / 2 < PAGES_LEAST ? PAGES_LEAST + below(PAGES_LEAST + 1)
                                  : most / 2 + below(most / 2 + 1);
}

static int change_cache(unsigned kind)
{
    static const char *const policies[] = {"fifo", "clock", "random"};
    struct vm_cache cache;
    int error = vm_control(machine.fd, VM_GET_CACHE, &cache);
    if (error < 0)
        return error;
    if (kind == RESIZE)
        cache.pages = random_size();
    else if (kind == POLICY)
        strlcpy(cache.policy, policies[below(3)], sizeof cache.policy);
    else if (kind == MARK)
        cache.mark = below(VM_MARK_FILL + 1);
    else if (kind == AGE)
        cache.age = below(VM_AGE_PARENT + 1);
    else
        cache.room = below(VM_ROOM_FULLEST + 1);
    return vm_control(machine.fd, VM_SET_CACHE, &cache);
}

static int reclaim(void)
{
    struct vm_reclaim request = {.pages = 1 + below(RECLAIM_MOST)};
    int error = vm_control(machine.fd, VM_RECLAIM, &request);
    pages_taken += request.done;
    return error;
}

/* As a device would, but so that nothing becomes another value. */
static int store(void)
{
    for (unsigned i = below(STORES_MOST) + 1; i > 0; i--)
        memory_touch(below(memory_ram_size() / PAGE) * PAGE);
    return 0;
}

static int shake(unsigned kind)
{
    switch (kind) {
    case SHAKE_RECLAIM:
        return reclaim();
    case LOG:
        return memory_toggle_log();
    case MOVE:
        return memory_move();
    case CHECK:
        return vm_control(machine.fd, VM_AUDIT, NULL);
    case STORE:
        return store();
    default:
        return change_cache(kind);
    }
}

/* Modes without a cache refuse what is about it, the release build has no audit. */
static bool fine(unsigned kind, int error)
{
    return error >= 0 || (kind == CHECK && error == -ENOSYS) ||
           (kind <= ROOM && (error == -EINVAL || error == -EOPNOTSUPP));
}

/* The next kind: all of them come, in an order of chance, before one comes again. */
static unsigned next_kind(void)
{
    static unsigned left[KINDS], count;
    if (count == 0)
        for (; count < KINDS; count++)
            left[count] = count;
    unsigned i = below(count), kind = left[i];
    left[i] = left[--count];
    return kind;
}

static void shake_something(void)
{
    unsigned kind = next_kind();
    int error = shake(kind);
    if (!fine(kind, error)) {
        mutex_lock(&machine.lock);
        vmm_end(VMM_STATUS_FAILED, "shaking %s: %s", names[kind], strerror(error));
    }
    done[kind] += error >= 0;
}

static void run(void *unused)
{
    random_init(options.shake_seed);
    for (;;) {
        for (unsigned i = below(AT_ONCE) + 1; i > 0; i--)
            shake_something();
        sleep_ms(PAUSE_MS);
    }
}

void shake_start(void)
{
    if (options.shake && thread_start(run, NULL) < 0)
        vmm_die(VMM_STATUS_FAILED, "no thread for -shake");
}

void shake_report(void)
{
    if (!options.shake)
        return;
    printf("vmm: %s: shaken:", options.guest);
    for (unsigned i = 0; i < KINDS; i++)
        printf(" %s %u", names[i], done[i]);
    printf(" (%u pages taken)\n", pages_taken);
}
