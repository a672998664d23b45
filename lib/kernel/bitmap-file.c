/* SPDX-License-Identifier: MIT
 * Bitmaps in files: the one place of lib/ that calls another house, for code written for Pintos.
 */
#include <bitmap.h>
#include "filesys/file.h"

bool bitmap_read(struct bitmap *b, struct file *file)
{
    off_t size = bitmap_file_size(b);
    return file_read_at(file, bitmap_bytes(b), size, 0) == size;
}

bool bitmap_write(const struct bitmap *b, struct file *file)
{
    off_t size = bitmap_file_size(b);
    return file_write_at(file, bitmap_bytes(b), size, 0) == size;
}
