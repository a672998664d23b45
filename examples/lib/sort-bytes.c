/* SPDX-License-Identifier: MIT
 * Quicksort of bytes, three ways at once since there are only 256 values.
 */
#include "examples/lib/merge.h"

static void exchange(unsigned char *a, unsigned char *b)
{
    unsigned char t = *a;
    *a = *b;
    *b = t;
}

void sort_bytes(unsigned char *bytes, size_t n)
{
    while (n > 1) {
        unsigned char pivot = bytes[n / 2];
        size_t less = 0, i = 0, more = n; /* [0, less) below, [less, i) equal, [more, n) above. */
        while (i < more) {
            if (bytes[i] < pivot)
                exchange(&bytes[less++], &bytes[i++]);
            else if (bytes[i] > pivot)
                exchange(&bytes[i], &bytes[--more]);
            else
                i++;
        }
        sort_bytes(bytes, less);
        bytes += more;
        n -= more;
    }
}
