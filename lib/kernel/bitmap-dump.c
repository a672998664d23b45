/* SPDX-License-Identifier: MIT
 * Printing of bitmaps: apart from the rest, which also serves on the host.
 */
#include <bitmap.h>
#include <stdio.h>

void bitmap_dump(const struct bitmap *b)
{
    hex_dump(0, bitmap_bytes(b), bitmap_file_size(b), false);
}
