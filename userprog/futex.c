/* SPDX-License-Identifier: MIT
 * Sleeping on a word of user memory, and waking those who do.
 *
 * A word has the same identity for all who share it: in shared memory the object behind it and the
 * offset there, else the address space and the address.  Sleepers hang in buckets by identity.
 * Between the look at the word and the sleep interrupts stay off, so no wake-up is lost; as nothing
 * can be paged in then, the look is repeated until it finds the page there.
 */
#include <errno.h>
#include <list.h>
#include <stddef.h>
#include "devices/timer.h"
#include "threads/fixup.h"
#include "threads/interrupt.h"
#include "threads/kstat.h"
#include "threads/waitq.h"
#include "userprog/process.h"
#include "userprog/syscall.h"
#include "userprog/uaccess.h"
#include "vm/vm.h"

KSTAT_DEFINE(waits, "futex", "waits", "sleeps", "sleeps on a word of user memory");
KSTAT_DEFINE(wakes, "futex", "wakes", "threads", "threads woken from one");

#define BUCKETS 16

struct sleeper {
    struct list_elem elem; /* In its bucket, until woken. */
    struct aspace_key key;
    struct waitq q; /* Of itself alone. */
    bool woken;
};

static struct list buckets[BUCKETS]; /* Interrupts off. */

static struct list *bucket_of(const struct aspace_key *key)
{
    uint32_t hash = ((uintptr_t)key->object >> 4) * 31 + (key->offset >> 2);
    struct list *bucket = &buckets[(hash ^ hash >> 8) % BUCKETS];
    if (bucket->head.next == NULL)
        list_init(bucket);
    return bucket;
}

/* Reads the word with interrupts off.  0 and they are off still; -EFAULT and they are on. */
static int look(uintptr_t addr, int *value)
{
    for (;;) {
        intr_disable();
        if (fixup_copy(value, (const void *)addr, sizeof *value) == 0)
            return 0;
        intr_enable();
        int err = uaccess_read(value, addr, sizeof *value);
        if (err < 0)
            return err;
    }
}

static int sleep_on(const struct aspace_key *key, unsigned ms)
{
    struct sleeper s = {.key = *key};
    int64_t ticks = ms > 0 ? ((int64_t)ms * TIMER_FREQ + 999) / 1000 + 1 : 0;
    waitq_init(&s.q);
    list_push_back(bucket_of(key), &s.elem);
    kstat_inc(&waits);
    int err = waitq_sleep(&s.q, "a futex", ticks);
    if (s.woken)
        return 0;
    list_remove(&s.elem);
    return err;
}

int sys_futex_wait(const uint32_t *args)
{
    struct aspace_key key;
    int value, err;
    if (args[0] % sizeof value != 0)
        return -EINVAL;
    if (!uaccess_in_range(args[0], sizeof value) ||
        aspace_key(process_current()->aspace, args[0], &key) < 0)
        return -EFAULT;
    err = look(args[0], &value);
    if (err < 0)
        return err;
    err = value == (int)args[1] ? sleep_on(&key, args[2]) : -EAGAIN;
    intr_enable();
    return err;
}

/* Wakes up to COUNT.  Interrupts off. */
static int wake(const struct aspace_key *key, int count)
{
    struct list *bucket = bucket_of(key);
    int woken = 0;
    for (struct list_elem *e = list_begin(bucket), *next; e != list_end(bucket); e = next) {
        struct sleeper *s = list_entry(e, struct sleeper, elem);
        next = list_next(e);
        if (woken < count && s->key.object == key->object && s->key.offset == key->offset) {
            list_remove(&s->elem);
            s->woken = true;
            waitq_wake(&s->q);
            woken++;
        }
    }
    return woken;
}

int sys_futex_wake(const uint32_t *args)
{
    struct aspace_key key;
    if (args[0] % sizeof(int) != 0)
        return -EINVAL;
    if (!uaccess_in_range(args[0], sizeof(int)) ||
        aspace_key(process_current()->aspace, args[0], &key) < 0)
        return -EFAULT;
    intr_disable();
    int woken = wake(&key, args[1]);
    intr_enable();
    kstat_add(&wakes, woken);
    return woken;
}
