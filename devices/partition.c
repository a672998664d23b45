/* SPDX-License-Identifier: MIT
 * Parser for PC partition tables: master boot record and chains of extended ones.
 *
 * A table sector ends in four entries of 16 bytes and the bytes 55 aa.  An entry has a status byte
 * (0x80 bootable, else 0), a type at offset 4, start and size in sectors at 8 and 12, and old
 * geometry that nobody reads.  An entry of an extended type in the MBR spans a chain of further
 * table sectors, whose first entry is a partition relative to that sector, and whose second one
 * leads to the next, relative to the span.
 *
 * The table comes from a disk and may be damaged or malicious: every number is checked, no sum may
 * overflow, and the chain ends after a fixed number of steps whatever it says.
 */
#include "devices/partition.h"

#include <stdbool.h>

#define ENTRIES_OFFSET 446
#define ENTRY_SIZE 16
#define SIGNATURE_OFFSET 510

#define FIRST_LOGICAL 5

struct entry {
    uint8_t status, type;
    uint32_t start, size;
};

struct span {
    uint32_t start, size;
};

struct parser {
    const struct partition_source *source;
    uint8_t *buffer;
    struct partition_table *table;
    struct span extended; /* size 0: none */
};

static void complain(struct parser *p, const char *sentence)
{
    p->source->complain(p->source->aux, sentence);
}

static uint32_t get_le32(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static struct entry get_entry(const uint8_t *sector, int index)
{
    const uint8_t *e = sector + ENTRIES_OFFSET + index * ENTRY_SIZE;
    return (struct entry){e[0], e[4], get_le32(e + 8), get_le32(e + 12)};
}

static bool is_extended(uint8_t type)
{
    return type == 0x05 || type == 0x0f || type == 0x85;
}

/* True if SPAN is not empty and lies within [0, LIMIT). */
static bool fits(struct span span, uint32_t limit)
{
    return span.size > 0 && span.start < limit && span.size <= limit - span.start;
}

static bool overlap(struct span a, struct span b)
{
    return a.start < b.start ? b.start - a.start < a.size : a.start - b.start < b.size;
}

/* Reads a table sector.  1 if it is one, 0 if not, or the error of the read. */
static int read_table(struct parser *p, uint32_t sector)
{
    int error = p->source->read(p->source->aux, sector, p->buffer);
    if (error != 0)
        return error;
    if (p->buffer[SIGNATURE_OFFSET] != 0x55 || p->buffer[SIGNATURE_OFFSET + 1] != 0xaa)
        return 0;
    for (int i = 0; i < 4; i++) {
        if (get_entry(p->buffer, i).status & 0x7f) {
            complain(p, "an entry's status byte is neither 00 nor 80: not a partition table");
            return 0;
        }
    }
    return 1;
}

/* True if SPAN meets a partition accepted so far. */
static bool overlaps_accepted(struct parser *p, struct span span)
{
    for (size_t i = 0; i < p->table->cnt; i++) {
        struct partition *other = &p->table->at[i];
        if (overlap(span, (struct span){other->start, other->size}))
            return true;
    }
    return false;
}

/* Says what is wrong with a partition at SPAN, or returns NULL. */
static const char *check(struct parser *p, struct span span, uint32_t limit)
{
    if (span.size == 0)
        return "a partition has no sectors";
    if (span.start == 0)
        return "a partition begins on the partition table";
    if (!fits(span, limit))
        return "a partition reaches past the end of the disk";
    if (overlaps_accepted(p, span))
        return "a partition overlaps one before it";
    if (p->table->cnt == PARTITION_MAX)
        return "there are too many partitions";
    return NULL;
}

static void accept(struct parser *p, unsigned number, uint8_t type, struct span span,
                   uint32_t limit)
{
    const char *wrong = check(p, span, limit);
    if (wrong != NULL)
        complain(p, wrong);
    else
        p->table->at[p->table->cnt++] = (struct partition){number, type, span.start, span.size};
}

/* Notes that the MBR's entry E spans a chain of extended tables. */
static void accept_extended(struct parser *p, struct entry e)
{
    struct span span = {e.start, e.size};
    if (p->extended.size != 0)
        complain(p, "there is more than one extended partition");
    else if (span.start == 0 || !fits(span, p->source->disk_size))
        complain(p, "an extended partition reaches past the end of the disk, or is empty");
    else
        p->extended = span;
}

static void parse_primary(struct parser *p)
{
    for (int i = 0; i < 4; i++) {
        struct entry e = get_entry(p->buffer, i);
        if (is_extended(e.type))
            accept_extended(p, e);
        else if (e.type != 0)
            accept(p, i + 1, e.type, (struct span){e.start, e.size}, p->source->disk_size);
    }
    if (p->extended.size != 0 && overlaps_accepted(p, p->extended)) {
        complain(p, "the extended partition overlaps another one");
        p->extended.size = 0;
    }
}

/* Handles one table of the chain, OFFSET sectors into it.  Returns the offset of the next table,
 * 0 at the end. */
static uint32_t parse_logical(struct parser *p, uint32_t offset, unsigned number)
{
    struct entry e = get_entry(p->buffer, 0);
    struct entry next = get_entry(p->buffer, 1);
    uint32_t start = p->extended.start + offset;

    if (e.type != 0) {
        if (!fits((struct span){e.start, e.size}, p->extended.size - offset) || e.start == 0)
            complain(p, "a logical partition is empty, or reaches out of the extended one");
        else
            accept(p, number, e.type, (struct span){start + e.start, e.size}, p->source->disk_size);
    }
    if (!is_extended(next.type))
        return 0;
    if (next.start <= offset || next.start >= p->extended.size) {
        complain(p, "the chain of extended partitions leads backwards or out of itself");
        return 0;
    }
    return next.start;
}

static int parse_extended(struct parser *p)
{
    uint32_t offset = 0;
    for (unsigned number = FIRST_LOGICAL; number < FIRST_LOGICAL + PARTITION_MAX; number++) {
        int found = read_table(p, p->extended.start + offset);
        if (found < 0)
            return found;
        if (found == 0) {
            complain(p, "an extended partition has no partition table");
            return 0;
        }
        offset = parse_logical(p, offset, number);
        if (offset == 0)
            return 0;
    }
    complain(p, "the chain of extended partitions is too long");
    return 0;
}

int partition_parse(const struct partition_source *source, void *buffer,
                    struct partition_table *table)
{
    struct parser p = {.source = source, .buffer = buffer, .table = table};

    table->cnt = 0;
    int found = read_table(&p, 0);
    if (found <= 0)
        return found;
    parse_primary(&p);
    return p.extended.size != 0 ? parse_extended(&p) : 0;
}
