/* SPDX-License-Identifier: MIT
 * Prefixes what lib/ defines in place of the host's C library, so that a unit test can have both.
 *
 * Included before everything in those sources; the prototypes for the tests are in
 * tests/host/lib.h.
 */
#define memcpy pt_memcpy
#define memmove pt_memmove
#define memset pt_memset
#define memcmp pt_memcmp
#define memchr pt_memchr
#define strlen pt_strlen
#define strnlen pt_strnlen
#define strcmp pt_strcmp
#define strncmp pt_strncmp
#define strchr pt_strchr
#define strrchr pt_strrchr
#define strstr pt_strstr
#define strspn pt_strspn
#define strcspn pt_strcspn
#define strpbrk pt_strpbrk
#define strtok_r pt_strtok_r
#define strlcpy pt_strlcpy
#define strlcat pt_strlcat
#define printf pt_printf
#define vprintf pt_vprintf
#define putchar pt_putchar
#define puts pt_puts
#define snprintf pt_snprintf
#define vsnprintf pt_vsnprintf
#define atoi pt_atoi
#define qsort pt_qsort
#define bsearch pt_bsearch
#define sort pt_sort
#define binary_search pt_binary_search
#define __udivmoddi4 pt_udivmoddi4
#define __udivdi3 pt_udivdi3
#define __umoddi3 pt_umoddi3
#define __divmoddi4 pt_divmoddi4
#define __divdi3 pt_divdi3
#define __moddi3 pt_moddi3
