/* SPDX-License-Identifier: MIT
 * printf conversions for the types of <stdint.h>.
 */
#ifndef LIB_INTTYPES_H
#define LIB_INTTYPES_H

#include <stdint.h>

/* i686-elf compilers make the 32-bit types `long`, the Linux ones make them `int`. */
#ifdef __linux__
#define PRI_32_ ""
#define PRI_PTR_ ""
#else
#define PRI_32_ "l"
#define PRI_PTR_ ""
#endif

#define PRId8 "hhd"
#define PRIi8 "hhi"
#define PRIo8 "hho"
#define PRIu8 "hhu"
#define PRIx8 "hhx"
#define PRIX8 "hhX"

#define PRId16 "hd"
#define PRIi16 "hi"
#define PRIo16 "ho"
#define PRIu16 "hu"
#define PRIx16 "hx"
#define PRIX16 "hX"

#define PRId32 PRI_32_ "d"
#define PRIi32 PRI_32_ "i"
#define PRIo32 PRI_32_ "o"
#define PRIu32 PRI_32_ "u"
#define PRIx32 PRI_32_ "x"
#define PRIX32 PRI_32_ "X"

#define PRId64 "lld"
#define PRIi64 "lli"
#define PRIo64 "llo"
#define PRIu64 "llu"
#define PRIx64 "llx"
#define PRIX64 "llX"

#define PRIdMAX "jd"
#define PRIiMAX "ji"
#define PRIoMAX "jo"
#define PRIuMAX "ju"
#define PRIxMAX "jx"
#define PRIXMAX "jX"

#define PRIdPTR PRI_PTR_ "d"
#define PRIiPTR PRI_PTR_ "i"
#define PRIoPTR PRI_PTR_ "o"
#define PRIuPTR PRI_PTR_ "u"
#define PRIxPTR PRI_PTR_ "x"
#define PRIXPTR PRI_PTR_ "X"

#endif
