/* SPDX-License-Identifier: MIT
 * Headers of the POSIX ustar archive format.
 *
 * An archive is a sequence of 512-byte blocks: for each file a header, then its contents padded to
 * whole blocks; at the end two blocks of zeros.
 */
#ifndef LIB_USTAR_H
#define LIB_USTAR_H

#include <stdbool.h>

#define USTAR_HEADER_SIZE 512

enum ustar_type {
    USTAR_REGULAR = '0',
    USTAR_DIRECTORY = '5',
    USTAR_EOF = -1, /* A block of zeros, which ends the archive. */
};

/* Fills HEADER for a file of SIZE bytes; false if FILE_NAME (without its leading slashes) is over
 * 99 bytes. */
bool ustar_make_header(const char *file_name, enum ustar_type type, int size,
                       char header[USTAR_HEADER_SIZE]);

/* Reads HEADER, into which *FILE_NAME will point.  Returns NULL, or what is wrong with it. */
const char *ustar_parse_header(const char header[USTAR_HEADER_SIZE], const char **file_name,
                               enum ustar_type *type, int *size);

#endif
