/* SPDX-License-Identifier: MIT
 * The guest's physical memory: stretches of ours, given to the kernel as slots.
 *
 * RAM is one slot; with -shake it is two, so that the upper one can be taken away, copied and given
 * back at another place while the guest runs.  A CPU that touches it meanwhile leaves the guest
 * with VCPU_EXIT_MEMORY, waits for `lock` and goes on.
 */
#include "examples/vmm/vmm.h"

#include <errno.h>
#include <mman.h>
#include <string.h>
#include <virt.h>

static struct mutex lock;
/* lock */
static struct {
    struct vm_slot slot;
    char *bytes, *spare; /* `spare`: where it can move to. */
} parts[2];
static unsigned part_count;

static char *take(size_t size)
{
    char *bytes = mmap2(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mman_error(bytes) < 0)
        vmm_die(VMM_STATUS_LOAD, "no room for %u kB of memory", (unsigned)size / 1024);
    return bytes;
}

static int set_slot(struct vm_slot *slot, char *bytes, uint32_t size)
{
    struct vm_slot request = *slot;
    request.uaddr = (uint32_t)bytes;
    request.size = size;
    return vm_control(machine.fd, VM_SET_SLOT, &request);
}

static void add_part(uint32_t gpa, uint32_t size, char *bytes)
{
    unsigned i = part_count++;
    parts[i].slot = (struct vm_slot){.slot = i, .gpa = gpa, .size = size};
    parts[i].bytes = bytes;
    int error = set_slot(&parts[i].slot, bytes, size);
    if (error < 0)
        vmm_die(VMM_STATUS_FAILED, "memory slot %u: error %d", i, -error);
}

void memory_make(void)
{
    uint32_t size = options.ram_kb * 1024, lower = size;
    char *bytes = take(size);
    if (options.shake)
        lower = size / 2 / PAGE * PAGE;
    add_part(0, lower, bytes);
    if (options.shake) {
        add_part(lower, size - lower, bytes + lower);
        parts[1].spare = take(size - lower);
    }
}

char *memory_ram(void)
{
    return parts[0].bytes;
}

uint32_t memory_ram_size(void)
{
    return options.ram_kb * 1024;
}

/* The bytes at GPA and how many go on from there, or NULL. */
static char *find(uint32_t gpa, size_t *size)
{
    for (unsigned i = 0; i < part_count; i++) {
        uint32_t offset = gpa - parts[i].slot.gpa;
        if (gpa >= parts[i].slot.gpa && offset < parts[i].slot.size) {
            *size = parts[i].slot.size - offset;
            return parts[i].bytes + offset;
        }
    }
    return NULL;
}

static bool copy(uint32_t gpa, char *buffer, size_t size, bool to_guest)
{
    mutex_lock(&lock);
    while (size > 0) {
        size_t here = 0;
        char *bytes = find(gpa, &here);
        if (bytes == NULL)
            break;
        here = here < size ? here : size;
        memcpy(to_guest ? bytes : buffer, to_guest ? buffer : bytes, here);
        buffer += here;
        gpa += here;
        size -= here;
    }
    mutex_unlock(&lock);
    return size == 0;
}

bool memory_read(uint32_t gpa, void *dst, size_t size)
{
    return copy(gpa, dst, size, false);
}

bool memory_write(uint32_t gpa, const void *src, size_t size)
{
    return copy(gpa, (char *)src, size, true);
}

void memory_touch(uint32_t gpa)
{
    size_t size;
    mutex_lock(&lock);
    char *bytes = find(gpa, &size);
    if (bytes != NULL)
        __atomic_fetch_add((uint32_t *)bytes, 0, __ATOMIC_SEQ_CST);
    mutex_unlock(&lock);
}

bool memory_retry(uint32_t gpa)
{
    mutex_lock(&lock);
    bool there = part_count > 1 && gpa - parts[1].slot.gpa < parts[1].slot.size;
    mutex_unlock(&lock);
    return there;
}

/* What the upper slot's pages held when its dirty log last began. */
static uint32_t logged[RAM_KB_MOST / 4];

static uint32_t upper_hash(uint32_t page)
{
    return hash_words(HASH_START, (const uint32_t *)(parts[1].bytes + page * PAGE), PAGE / 4);
}

static void begin_log(void)
{
    const struct vm_slot *slot = &parts[1].slot;
    for (uint32_t i = 0; (slot->flags & VM_SLOT_LOG_DIRTY) != 0 && i < slot->size / PAGE; i++)
        logged[i] = upper_hash(i);
}

/* Every page that is no longer what it was must be in the log. */
static int check_log(void)
{
    static uint32_t bitmap[RAM_KB_MOST / 4 / 32];
    static bool changed[RAM_KB_MOST / 4];
    struct vm_dirty dirty = {.slot = 1, .bitmap = (uint32_t)bitmap};
    uint32_t pages = parts[1].slot.size / PAGE;
    for (uint32_t i = 0; i < pages; i++) /* First: CPUs go on writing. */
        changed[i] = upper_hash(i) != logged[i];
    int error = vm_control(machine.fd, VM_GET_DIRTY, &dirty);
    for (uint32_t i = 0; error == 0 && i < pages; i++)
        if (changed[i] && (bitmap[i / 32] & 1u << i % 32) == 0)
            return -EIO;
    return error;
}

int memory_move(void)
{
    mutex_lock(&lock);
    struct vm_slot *slot = &parts[1].slot;
    int error = set_slot(slot, parts[1].bytes, 0);
    if (error == 0) {
        char *old = parts[1].bytes;
        parts[1].bytes = memcpy(parts[1].spare, old, slot->size);
        parts[1].spare = old;
        error = set_slot(slot, parts[1].bytes, slot->size);
        begin_log();
    }
    mutex_unlock(&lock);
    return error;
}

int memory_toggle_log(void)
{
    static bool goes_on;
    int error = 0;
    mutex_lock(&lock);
    struct vm_slot *slot = &parts[1].slot;
    bool on = (slot->flags & VM_SLOT_LOG_DIRTY) != 0;
    if (on)
        error = check_log();
    goes_on = on && !goes_on;
    if (!goes_on) {
        slot->flags ^= VM_SLOT_LOG_DIRTY;
        if (error >= 0)
            error = set_slot(slot, parts[1].bytes, slot->size);
    }
    begin_log();
    mutex_unlock(&lock);
    return error;
}

uint32_t hash_words(uint32_t hash, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ words[i]) * 16777619u;
    return hash;
}

/* Bit 5 of PAE's four directory pointers means nothing, but QEMU sets it where the CPU walks the
 * guest's own tables. */
static uint32_t hash_directory_pointers(uint32_t hash, const char *page, uint32_t offset)
{
    uint32_t words[PAGE / 4];
    memcpy(words, page, PAGE);
    for (unsigned i = 0; i < 8; i += 2)
        words[offset / 4 + i] &= ~0x20u;
    return hash_words(hash, words, PAGE / 4);
}

uint32_t memory_hash(uint32_t directory_pointers)
{
    uint32_t hash = HASH_START;
    mutex_lock(&lock);
    for (unsigned i = 0; i < part_count; i++) {
        for (uint32_t at = 0; at < parts[i].slot.size; at += PAGE) {
            const char *page = parts[i].bytes + at;
            uint32_t offset = directory_pointers - (parts[i].slot.gpa + at);
            if (directory_pointers != 0 && offset < PAGE)
                hash = hash_directory_pointers(hash, page, offset);
            else
                hash = hash_words(hash, (const uint32_t *)page, PAGE / 4);
        }
    }
    mutex_unlock(&lock);
    return hash;
}
