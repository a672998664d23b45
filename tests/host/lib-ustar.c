/* SPDX-License-Identifier: MIT
 * ustar headers: what is made is read again, damage is refused.
 *
 * @sources: lib/ustar.c lib/string.c lib/stdio.c
 */
#include "tests/host/lib.h"
#include <string.h>
#include <ustar.h>

int pt_vprintf(const char *format, va_list args)
{
    return 0;
}

static void check_read(const char *header, const char *name, enum ustar_type type, int size)
{
    const char *got_name;
    enum ustar_type got_type;
    int got_size;
    const char *error = ustar_parse_header(header, &got_name, &got_type, &got_size);
    CHECK(error == NULL, "%s", error);
    CHECK(strcmp(got_name, name) == 0 && got_type == type && got_size == size, "%s: %s %c %d", name,
          got_name, got_type, got_size);
}

/* Any one changed byte is found by the checksum, or before it. */
static void check_damage(char *header)
{
    const char *name;
    enum ustar_type type;
    int size;
    for (int i = 0; i < 500; i++) {
        bool in_checksum = i >= 148 && i < 156;
        header[i] ^= 0x21;
        CHECK(in_checksum || ustar_parse_header(header, &name, &type, &size) != NULL,
              "byte %d changed and nobody saw", i);
        header[i] ^= 0x21;
    }
}

int main(void)
{
    char header[USTAR_HEADER_SIZE], name[120];
    CHECK(ustar_make_header("/dir/file", USTAR_REGULAR, 123456, header), "make");
    check_read(header, "dir/file", USTAR_REGULAR, 123456);
    check_damage(header);
    CHECK(ustar_make_header("//", USTAR_DIRECTORY, 0, header), "make");
    check_read(header, ".", USTAR_DIRECTORY, 0);

    memset(name, 'n', sizeof name);
    name[99] = '\0';
    CHECK(ustar_make_header(name, USTAR_REGULAR, 0x7fffffff, header), "99 bytes of name");
    check_read(header, name, USTAR_REGULAR, 0x7fffffff);
    name[99] = 'n';
    name[100] = '\0';
    CHECK(!ustar_make_header(name, USTAR_REGULAR, 1, header), "100 bytes of name");

    const char *got_name;
    enum ustar_type type;
    int size;
    memset(header, 0, sizeof header);
    CHECK(ustar_parse_header(header, &got_name, &type, &size) == NULL && type == USTAR_EOF, "end");
    return 0;
}
