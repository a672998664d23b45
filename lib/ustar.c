/* SPDX-License-Identifier: MIT
 * Headers of the POSIX ustar archive format (IEEE Std 1003.1, pax, "ustar Interchange Format").
 */
#include <ustar.h>
#include <debug.h>
#include <limits.h>
#include <packed.h>
#include <stdio.h>
#include <string.h>

/* Numbers are octal digits, ended by a space or a null. */
struct ustar_header {
    char name[100];
    char mode[8];
    char uid[8];
    char gid[8];
    char size[12];
    char mtime[12];
    char checksum[8]; /* Sum of all bytes of the header, this field taken as spaces. */
    char typeflag;
    char linkname[100];
    char magic[6]; /* "ustar" and its null. */
    char version[2];
    char uname[32];
    char gname[32];
    char devmajor[8];
    char devminor[8];
    char prefix[155];
    char padding[12];
} PACKED;

static_assert(sizeof(struct ustar_header) == USTAR_HEADER_SIZE, "a ustar header is one block");

static unsigned checksum(const struct ustar_header *h)
{
    const unsigned char *bytes = (const unsigned char *)h;
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof *h; i++) {
        bool in_field = i >= offsetof(struct ustar_header, checksum) &&
                        i < offsetof(struct ustar_header, typeflag);
        sum += in_field ? ' ' : bytes[i];
    }
    return sum;
}

/* A name in an archive is relative. */
static const char *relative_name(const char *name)
{
    while (*name == '/') {
        name++;
    }
    return *name != '\0' ? name : ".";
}

bool ustar_make_header(const char *file_name, enum ustar_type type, int size,
                       char header[USTAR_HEADER_SIZE])
{
    struct ustar_header *h = (struct ustar_header *)header;
    bool directory = type == USTAR_DIRECTORY;

    ASSERT(type == USTAR_REGULAR || directory);
    memset(h, 0, sizeof *h);
    file_name = relative_name(file_name);
    if (strlcpy(h->name, file_name, sizeof h->name) >= sizeof h->name) {
        return false;
    }
    strlcpy(h->mode, directory ? "0000755" : "0000644", sizeof h->mode);
    strlcpy(h->uid, "0000000", sizeof h->uid);
    strlcpy(h->gid, "0000000", sizeof h->gid);
    snprintf(h->size, sizeof h->size, "%011o", (unsigned)size);
    strlcpy(h->mtime, "00000000000", sizeof h->mtime);
    h->typeflag = type;
    memcpy(h->magic, "ustar", sizeof h->magic);
    memcpy(h->version, "00", sizeof h->version);
    strlcpy(h->uname, "root", sizeof h->uname);
    strlcpy(h->gname, "root", sizeof h->gname);
    snprintf(h->checksum, sizeof h->checksum, "%07o", checksum(h));
    return true;
}

/* Reads an octal field; false if it holds anything else or does not fit an int. */
static bool parse_octal(const char *field, size_t size, int *value)
{
    unsigned n = 0;
    size_t i = 0;
    while (i < size && field[i] == ' ') {
        i++;
    }
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++) {
        if (n > INT_MAX / 8) {
            return false;
        }
        n = n * 8 + (field[i] - '0');
    }
    *value = n;
    return i == size || field[i] == ' ' || field[i] == '\0';
}

static bool is_all_zeros(const char *block)
{
    size_t i = 0;
    while (i < USTAR_HEADER_SIZE && block[i] == '\0') {
        i++;
    }
    return i == USTAR_HEADER_SIZE;
}

const char *ustar_parse_header(const char header[USTAR_HEADER_SIZE], const char **file_name,
                               enum ustar_type *type, int *size)
{
    const struct ustar_header *h = (const struct ustar_header *)header;
    int sum;

    if (is_all_zeros(header)) {
        *file_name = NULL;
        *type = USTAR_EOF;
        *size = 0;
        return NULL;
    }
    if (memcmp(h->magic, "ustar", sizeof h->magic) != 0) {
        return "not a ustar archive";
    }
    if (!parse_octal(h->checksum, sizeof h->checksum, &sum) || sum != (int)checksum(h)) {
        return "wrong header checksum";
    }
    if (h->name[sizeof h->name - 1] != '\0' || h->prefix[0] != '\0') {
        return "file name too long";
    }
    if (h->typeflag != USTAR_REGULAR && h->typeflag != USTAR_DIRECTORY) {
        return "neither a file nor a directory";
    }
    if (!parse_octal(h->size, sizeof h->size, size)) {
        return "bad file size";
    }
    *file_name = relative_name(h->name);
    *type = h->typeflag;
    return NULL;
}
