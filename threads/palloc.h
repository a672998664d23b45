/* SPDX-License-Identifier: MIT
 * The page allocator: one pool of physical pages for the kernel and for user programs.
 *
 * Each frame has a one-byte tag that says what it holds now; a count is kept for each tag, so
 * that the counts of all tags but PAGE_RESERVED always add up to palloc_frames_total().  Getting
 * and freeing a single page takes constant time: free pages are linked through themselves.
 * Several adjoining pages are found by scanning the tags.  Pages are handed out as kernel
 * addresses in the map of physical memory (ptov()).
 *
 * The last PALLOC_RESERVE free pages are kept for PAL_ATOMIC.  Anyone else who finds no other
 * page, and may sleep, calls the reclaim hook until a page is free or the hook gives up.
 */
#ifndef THREADS_PALLOC_H
#define THREADS_PALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PALLOC_RESERVE 8

enum palloc_flags {
    PAL_ASSERT = 1, /* Panic when there is no page. */
    PAL_ZERO = 2,   /* Fill with zeros. */
    PAL_USER = 4,   /* Tag as PAGE_USER rather than PAGE_HEAP. */
    PAL_ATOMIC = 8, /* Do not sleep or reclaim; may use the reserve. */
};

enum page_tag {
    PAGE_FREE,
    PAGE_RESERVED,     /* Not RAM, or beyond -mem: not ours. */
    PAGE_KERNEL_IMAGE, /* Text to bss, and frame 0. */
    PAGE_HEAP,         /* Kernel heap and kernel stacks. */
    PAGE_TABLE,        /* Page directories and tables. */
    PAGE_USER,
    PAGE_CACHE,
    PAGE_TAGS
};

/* One page, or NULL.  May sleep (in the reclaim hook) unless PAL_ATOMIC is given, the caller is
 * an interrupt handler, or interrupts are off. */
void *palloc_get_page(enum palloc_flags);
void *palloc_get_tagged(enum page_tag, enum palloc_flags);

/* CNT adjoining pages, or NULL. */
void *palloc_get_multiple(enum palloc_flags, size_t cnt);

/* May be called anywhere.  The pages must be allocated ones. */
void palloc_free_page(void *);
void palloc_free_multiple(void *, size_t cnt);

/* For init.c: frees the whole pages between START and END, part of the kernel's image that nobody
 * uses any more.  Returns how many. */
size_t palloc_give_back(void *start, void *end);

/* Changes or tells the tag of an allocated page. */
void palloc_set_tag(void *page, enum page_tag);
enum page_tag palloc_tag(const void *page);

extern size_t palloc_counts[PAGE_TAGS]; /* Read through palloc_count(). */
static inline size_t palloc_count(enum page_tag tag)
{
    return palloc_counts[tag];
}
size_t palloc_frames_total(void); /* Frames of RAM that are ours, whatever they hold. */
size_t palloc_max_frame(void);    /* Frame numbers are all less than this. */

/* HOOK is called, with no lock held by palloc, when a page is wanted that is not there, or
 * adjoining ones that are not.  It tries to free at least one, however many are free, and says
 * whether it is worth looking again.  It may sleep. */
void palloc_set_reclaim(bool (*hook)(void));

/* For init.c, before anything else here.  Takes the memory map from boot.h. */
void palloc_init(void);

#endif
