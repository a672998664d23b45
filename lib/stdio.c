/* SPDX-License-Identifier: MIT
 * Formatted output: the core that all of the printf family share.
 */
#include <stdio.h>
#include <ctype.h>
#include <string.h>

/* One conversion specification. */
struct spec {
    bool left, plus, space, alternate, zero, group; /* - + space # 0 ' */
    int width;
    int precision; /* -1: none given. */
    enum { HH, H, INT, L, LL } size;
};

struct sink {
    void (*output)(char c, void *aux);
    void *aux;
};

static void put(const struct sink *sink, char c)
{
    sink->output(c, sink->aux);
}

static void put_repeated(const struct sink *sink, char c, int count)
{
    while (count-- > 0) {
        put(sink, c);
    }
}

static void put_bytes(const struct sink *sink, const char *s, int count)
{
    while (count-- > 0) {
        put(sink, *s++);
    }
}

/* ---- Reading a specification ---- */

static bool *find_flag(struct spec *spec, char c)
{
    switch (c) {
    case '-':
        return &spec->left;
    case '+':
        return &spec->plus;
    case ' ':
        return &spec->space;
    case '#':
        return &spec->alternate;
    case '0':
        return &spec->zero;
    case '\'':
        return &spec->group;
    default:
        return NULL;
    }
}

/* Reads a run of digits; a number that overflows is held at 32767, wider than any console. */
static int parse_number(const char **format)
{
    int n = 0;
    for (; isdigit(**format); (*format)++) {
        n = n * 10 + (**format - '0');
        n = n > 32767 ? 32767 : n;
    }
    return n;
}

static void parse_size(const char **format, struct spec *spec)
{
    const char *p = *format;
    spec->size = INT;
    if (*p == 'h') {
        spec->size = *++p == 'h' ? HH : H;
        p += spec->size == HH;
    } else if (*p == 'l') {
        spec->size = *++p == 'l' ? LL : L;
        p += spec->size == LL;
    } else if (*p == 'j') {
        spec->size = LL;
        p++;
    } else if (*p == 'z' || *p == 't') {
        spec->size = L;
        p++;
    }
    *format = p;
}

/* Reads what stands between % and the conversion letter.  (A va_list may be an array type, so it is
 * passed by a pointer to a struct that holds it.) */
struct arguments {
    va_list list;
};

static void parse_spec(const char **format, struct spec *spec, struct arguments *args)
{
    *spec = (struct spec){.precision = -1};
    for (bool *flag; (flag = find_flag(spec, **format)) != NULL; (*format)++) {
        *flag = true;
    }
    if (**format == '*') {
        (*format)++;
        spec->width = va_arg(args->list, int);
        if (spec->width < 0) {
            spec->left = true;
            spec->width = -spec->width;
        }
    } else {
        spec->width = parse_number(format);
    }
    if (**format == '.') {
        (*format)++;
        if (**format == '*') {
            (*format)++;
            spec->precision = va_arg(args->list, int);
        } else {
            spec->precision = parse_number(format);
        }
    }
    parse_size(format, spec);
}

/* ---- Integers ---- */

static int64_t signed_argument(const struct spec *spec, struct arguments *args)
{
    switch (spec->size) {
    case HH:
        return (signed char)va_arg(args->list, int);
    case H:
        return (short)va_arg(args->list, int);
    case INT:
        return va_arg(args->list, int);
    case L:
        return va_arg(args->list, long);
    default:
        return va_arg(args->list, long long);
    }
}

static uint64_t unsigned_argument(const struct spec *spec, struct arguments *args)
{
    switch (spec->size) {
    case HH:
        return (unsigned char)va_arg(args->list, int);
    case H:
        return (unsigned short)va_arg(args->list, int);
    case INT:
        return va_arg(args->list, unsigned);
    case L:
        return va_arg(args->list, unsigned long);
    default:
        return va_arg(args->list, unsigned long long);
    }
}

/* The base, 8, 10 or 16, of a conversion letter. */
static unsigned base_of(char letter)
{
    return letter == 'o' ? 8 : letter == 'x' || letter == 'X' || letter == 'p' ? 16 : 10;
}

/* Enough for 22 octal digits with their separators. */
#define DIGITS_MAX 32

/* Writes VALUE's digits backwards, ending at END, and returns the first.  0 has no digits. */
static char *write_digits(char *end, uint64_t value, char letter, bool group)
{
    const char *digits = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    unsigned base = base_of(letter);
    for (int n = 0; value > 0; n++) {
        if (group && base == 10 && n > 0 && n % 3 == 0) {
            *--end = ',';
        }
        unsigned digit;
        if (value >> 32 == 0) {
            /* Spares the 64-bit division, which is a function. */
            digit = (uint32_t)value % base;
            value = (uint32_t)value / base;
        } else {
            digit = value % base;
            value /= base;
        }
        *--end = digits[digit];
    }
    return end;
}

/* Prints VALUE with SIGN, "" or one of "-", "+", " ". */
static void put_integer(const struct sink *sink, const struct spec *spec, char letter,
                        const char *sign, uint64_t value)
{
    char buffer[DIGITS_MAX];
    char *end = buffer + sizeof buffer;
    char *digits = write_digits(end, value, letter, spec->group);
    int count = end - digits;

    char prefix[3] = {sign[0], '\0', '\0'};
    if (spec->alternate && value != 0 && base_of(letter) == 16) {
        prefix[0] = '0';
        prefix[1] = letter == 'X' ? 'X' : 'x';
    }
    int prefix_length = strlen(prefix);

    int zeros = (spec->precision < 0 ? 1 : spec->precision) - count;
    if (spec->alternate && letter == 'o' && zeros < 1) {
        zeros = value != 0 || spec->precision >= 0;
    }
    zeros = zeros > 0 ? zeros : 0;
    int padding = spec->width - prefix_length - zeros - count;
    if (spec->zero && !spec->left && spec->precision < 0 && padding > 0) {
        zeros += padding;
        padding = 0;
    }

    put_repeated(sink, ' ', spec->left ? 0 : padding);
    put_bytes(sink, prefix, prefix_length);
    put_repeated(sink, '0', zeros);
    put_bytes(sink, digits, count);
    put_repeated(sink, ' ', spec->left ? padding : 0);
}

/* ---- Text ---- */

static void put_text(const struct sink *sink, const struct spec *spec, const char *text, int length)
{
    put_repeated(sink, ' ', spec->left ? 0 : spec->width - length);
    put_bytes(sink, text, length);
    put_repeated(sink, ' ', spec->left ? spec->width - length : 0);
}

static void put_string(const struct sink *sink, const struct spec *spec, const char *text)
{
    if (text == NULL) {
        text = "(null)";
    }
    /* With a precision the text need not be terminated. */
    put_text(sink, spec, text,
             strnlen(text, spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision));
}

/* ---- The core ---- */

static void put_conversion(const struct sink *sink, struct spec *spec, char letter,
                           struct arguments *args)
{
    int64_t value;
    char c;

    switch (letter) {
    case 'd':
    case 'i':
        value = signed_argument(spec, args);
        put_integer(sink, spec, letter,
                    value < 0     ? "-"
                    : spec->plus  ? "+"
                    : spec->space ? " "
                                  : "",
                    value < 0 ? -(uint64_t)value : (uint64_t)value);
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_integer(sink, spec, letter, "", unsigned_argument(spec, args));
        break;
    case 'p':
        spec->alternate = true;
        put_integer(sink, spec, letter, "", (uintptr_t)va_arg(args->list, void *));
        break;
    case 'c':
        c = va_arg(args->list, int);
        put_text(sink, spec, &c, 1);
        break;
    case 's':
        put_string(sink, spec, va_arg(args->list, char *));
        break;
    case '%':
        put(sink, '%');
        break;
    default:
        put_bytes(sink, "<<no %", 6);
        put(sink, letter);
        put_bytes(sink, ">>", 2);
        break;
    }
}

void __vprintf(const char *format, va_list list, void (*output)(char c, void *aux), void *aux)
{
    struct sink sink = {output, aux};
    struct arguments args;
    va_copy(args.list, list);
    while (*format != '\0') {
        if (*format != '%') {
            put(&sink, *format++);
            continue;
        }
        format++;
        struct spec spec;
        parse_spec(&format, &spec, &args);
        if (*format == '\0') {
            break;
        }
        put_conversion(&sink, &spec, *format++, &args);
    }
    va_end(args.list);
}

/* ---- The family ---- */

struct buffer {
    char *p;
    size_t room; /* Bytes left, that of the terminator not counted. */
    int length;  /* Of the whole text. */
};

static void put_in_buffer(char c, void *buffer_)
{
    struct buffer *buffer = buffer_;
    buffer->length++;
    if (buffer->room > 0) {
        buffer->room--;
        *buffer->p++ = c;
    }
}

int vsnprintf(char *text, size_t size, const char *format, va_list args)
{
    struct buffer buffer = {.p = text, .room = size > 0 ? size - 1 : 0};
    __vprintf(format, args, put_in_buffer, &buffer);
    if (size > 0) {
        *buffer.p = '\0';
    }
    return buffer.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, size, format, args);
    va_end(args);
    return length;
}

int printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vprintf(format, args);
    va_end(args);
    return length;
}
