/* SPDX-License-Identifier: MIT
 * Reaching user memory from the kernel: see uaccess.h.
 */
#include "userprog/uaccess.h"

#include <errno.h>
#include "threads/fixup.h"

int uaccess_read(void *dst, uintptr_t src, size_t n)
{
    if (!uaccess_in_range(src, n) || fixup_copy(dst, (const void *)src, n) != 0)
        return -EFAULT;
    return 0;
}

int uaccess_write(uintptr_t dst, const void *src, size_t n)
{
    if (!uaccess_in_range(dst, n) || fixup_copy((void *)dst, src, n) != 0)
        return -EFAULT;
    return 0;
}

int uaccess_read_string(char *dst, uintptr_t src, size_t size)
{
    if (!uaccess_in_range(src, 1))
        return -EFAULT;
    size_t room = LOADER_PHYS_BASE - src;
    size_t n = size < room ? size : room;
    long length = fixup_strncpy(dst, (const char *)src, n);
    if (length == (long)n)
        return n == size ? -ENAMETOOLONG : -EFAULT;
    return length;
}
