/* SPDX-License-Identifier: MIT
 * Laying a command line out on a new program's stack: see args.h.
 */
#include "userprog/args.h"

#include <string.h>

/* Finds the next word at or after *P: its start, and its length in *LEN.  NULL at the end. */
static const char *next_word(const char **p, size_t *len)
{
    const char *word = *p;
    while (*word == ' ')
        word++;
    const char *end = word;
    while (*end != '\0' && *end != ' ')
        end++;
    *p = end;
    *len = end - word;
    return end > word ? word : NULL;
}

/* Counts LINE's words, and in *BYTES their characters with a NUL each. */
static size_t count_words(const char *line, size_t *bytes)
{
    size_t words = 0, len;
    *bytes = 0;
    while (next_word(&line, &len) != NULL) {
        words++;
        *bytes += len + 1;
    }
    return words;
}

/* The words at the head of the frame: return address, argc, argv, and the NULL that ends argv[]. */
#define FIXED_WORDS 4

size_t args_vector_size(size_t count, size_t bytes)
{
    return (FIXED_WORDS + count) * sizeof(uint32_t) + ((bytes + 3) & ~(size_t)3);
}

size_t args_size(const char *line)
{
    size_t bytes, words = count_words(line, &bytes);
    return args_vector_size(words, bytes);
}

/* Writes the frame's fixed words; returns where the pointers to the words go. */
static uint32_t *build_head(uint32_t argc, uint32_t base, void *image, size_t size)
{
    uint32_t *frame = image;
    memset(image, 0, size);
    frame[1] = argc;
    frame[2] = base + 3 * sizeof(uint32_t);
    return frame + 3;
}

void args_vector_build(const char *words, size_t count, size_t bytes, uint32_t top, void *image)
{
    size_t size = args_vector_size(count, bytes);
    uint32_t base = top - size;
    uint32_t *argv = build_head(count, base, image, size);
    char *text = (char *)image + size;
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(words) + 1;
        text -= n;
        memcpy(text, words, n);
        words += n;
        argv[i] = base + (text - (char *)image);
    }
}

void args_build(const char *line, uint32_t top, void *image)
{
    size_t size = args_size(line), bytes, len;
    size_t argc = count_words(line, &bytes);
    uint32_t base = top - size; /* The user address of IMAGE. */
    uint32_t *argv = build_head(argc, base, image, size);
    char *text = (char *)image + size;
    for (size_t i = 0; i < argc; i++) {
        const char *word = next_word(&line, &len);
        text -= len + 1;
        memcpy(text, word, len);
        argv[i] = base + (text - (char *)image);
    }
}

void args_program_name(const char *line, char *name, size_t size)
{
    size_t len;
    const char *word = next_word(&line, &len);
    if (word == NULL)
        len = 0;
    if (len > size - 1)
        len = size - 1;
    memcpy(name, word != NULL ? word : "", len);
    name[len] = '\0';
}
