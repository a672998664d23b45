/* SPDX-License-Identifier: MIT
 * The start of virtual memory: options, policy, reclaim hook.
 */
#include "vm/vm.h"
#include <debug.h>
#include <errno.h>
#include <stdio.h>
#include "threads/cmdline.h"
#include "threads/init.h"
#include "threads/palloc.h"
#include "vm/page.h"

struct lock vm_lock;

static const struct evict_policy *policy;

const struct evict_policy *vm_policy_option(const char *option, const char *value)
{
    const struct evict_policy *found = value != NULL ? evict_policy_find(value) : NULL;
    if (found != NULL)
        return found;
    printf("%s: the policies are", option);
    for (size_t i = 0; evict_policy_nth(i) != NULL; i++)
        printf(" %s", evict_policy_nth(i)->name);
    printf("\n");
    return NULL;
}

static int option_evict(const char *value)
{
    policy = vm_policy_option("-evict", value);
    return policy != NULL ? 0 : -EINVAL;
}
CMDLINE_OPTION(evict, option_evict, "POLICY: how to choose the page to evict: clock, fifo, random");

/* palloc has no page beyond its reserve, or not enough that adjoin. */
static bool reclaim(void)
{
    ASSERT(!lock_held_by_current_thread(&vm_lock));
    return frame_reclaim() == 0;
}

void vm_init(void)
{
    lock_init(&vm_lock);
    if (policy == NULL)
        policy = evict_policy_find("clock");
    page_init();
    oom_init();
    cache_init();
    frame_init(policy, init_random_seed);
    file_load_init();
    palloc_set_reclaim(reclaim);
}

void vm_init_swap(void)
{
    swap_attach(block_get_role(BLOCK_SWAP));
}
