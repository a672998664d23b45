/* SPDX-License-Identifier: MIT
 * Release build: no audits.
 */
#ifndef THREADS_VIRT_AUDIT_H
#define THREADS_VIRT_AUDIT_H

struct cache_vcpu;
struct shadow_cache;
struct shadow_page;

struct vm;

#define virt_audit NULL
#define virt_audit_leaves NULL

static inline void virt_audit_fault(struct vm *vm)
{
}

static inline void virt_audit_cache(const struct shadow_cache *c)
{
}

static inline void virt_audit_point(const struct shadow_cache *c, const struct shadow_page *root,
                                    unsigned child, const struct shadow_page *sp, unsigned leaf)
{
}

static inline void virt_audit_synced(const struct shadow_cache *c, const struct cache_vcpu *cv)
{
}

#endif
