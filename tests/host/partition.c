/* SPDX-License-Identifier: MIT
 * The partition table parser: what good tables mean, and what is refused of damaged and malicious
 * ones, by hand and by chance.
 * @sources: devices/partition.c
 */
#include "devices/partition.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DISK_SIZE 100000u
#define SECTORS 4096 /* of the disk that hold something; the rest read as zeros */

static uint8_t disk[SECTORS][512];
static uint32_t fail_at;
static int complaints, reads;
static char last_complaint[200];
static struct partition_table table;
static int failures;

static int read_sector(void *aux, uint32_t sector, void *buffer)
{
    reads++;
    if (sector >= DISK_SIZE) {
        printf("the parser read sector %u of %u\n", sector, DISK_SIZE);
        exit(1);
    }
    if (sector == fail_at)
        return -EIO;
    if (sector < SECTORS)
        memcpy(buffer, disk[sector], 512);
    else
        memset(buffer, 0, 512);
    return 0;
}

static void complain(void *aux, const char *sentence)
{
    complaints++;
    snprintf(last_complaint, sizeof last_complaint, "%s", sentence);
}

static int parse(void)
{
    static const struct partition_source source = {DISK_SIZE, read_sector, complain, NULL};
    uint8_t *buffer = malloc(512); /* so that the sanitizer sees its bounds */
    complaints = reads = 0;
    last_complaint[0] = '\0';
    memset(&table, 0xee, sizeof table);
    int error = partition_parse(&source, buffer, &table);
    free(buffer);
    return error;
}

static void put32(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        p[i] = value >> 8 * i;
}

static void entry(uint32_t sector, int index, uint8_t type, uint32_t start, uint32_t size)
{
    uint8_t *e = disk[sector] + 446 + 16 * index;
    e[0] = 0;
    e[4] = type;
    put32(e + 8, start);
    put32(e + 12, size);
    disk[sector][510] = 0x55;
    disk[sector][511] = 0xaa;
}

static void clear(void)
{
    memset(disk, 0, sizeof disk);
    fail_at = UINT32_MAX;
}

/* Expects CNT partitions and, if COMPLAINT is not NULL, one complaint with that text in it. */
static void expect(const char *what, size_t cnt, const char *complaint)
{
    int error = parse();
    if (error == 0 && table.cnt == cnt && complaints == (complaint != NULL) &&
        (complaint == NULL || strstr(last_complaint, complaint) != NULL))
        return;
    printf("%s: error %d, %zu partitions, %d complaints, the last \"%s\"\n", what, error, table.cnt,
           complaints, last_complaint);
    failures++;
}

static void expect_partition(size_t i, unsigned number, uint8_t type, uint32_t start, uint32_t size)
{
    struct partition *p = &table.at[i];
    if (i < table.cnt && p->number == number && p->type == type && p->start == start &&
        p->size == size)
        return;
    printf("partition %zu is not number %u, type %#x, %u+%u\n", i, number, type, start, size);
    failures++;
}

static void good_tables(void)
{
    clear();
    expect("zeros", 0, NULL);
    entry(0, 0, 0x20, 1, 100);
    entry(0, 1, 0x21, 101, 899);
    entry(0, 3, 0x83, 1000, DISK_SIZE - 1000);
    expect("three primary ones", 3, NULL);
    expect_partition(0, 1, 0x20, 1, 100);
    expect_partition(1, 2, 0x21, 101, 899);
    expect_partition(2, 4, 0x83, 1000, DISK_SIZE - 1000);

    clear();
    entry(0, 0, 0x21, 1, 99);
    entry(0, 1, 0x05, 100, 3000);
    entry(100, 0, 0x23, 1, 99);
    entry(100, 1, 0x05, 1000, 500);
    entry(1100, 0, 0x22, 1, 499);
    expect("two logical ones", 3, NULL);
    expect_partition(1, 5, 0x23, 101, 99);
    expect_partition(2, 6, 0x22, 1101, 499);

    disk[0][511] = 0;
    expect("no signature", 0, NULL);
    fail_at = 0;
    if (parse() != -EIO)
        printf("a read error is not reported\n"), failures++;
}

static void bad_primary(void)
{
    static const struct {
        const char *what;
        uint32_t start, size;
        const char *complaint;
    } bad[] = {
        {"size 0", 5, 0, "no sectors"},
        {"start 0", 0, 5, "on the partition table"},
        {"start at the end", DISK_SIZE, 1, "past the end"},
        {"one sector too long", 1, DISK_SIZE, "past the end"},
        {"a sum that wraps", 2, UINT32_MAX, "past the end"},
        {"a start beyond all", UINT32_MAX, 2, "past the end"},
        {"overlap at its start", 150, 100, "overlaps"},
        {"overlap at its end", 50, 100, "overlaps"},
        {"overlap within", 120, 10, "overlaps"},
        {"overlap around", 50, 300, "overlaps"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        clear();
        entry(0, 0, 0x21, 100, 100);
        entry(0, 1, 0x23, bad[i].start, bad[i].size);
        entry(0, 2, 0x22, 500, 100);
        expect(bad[i].what, 2, bad[i].complaint);
        expect_partition(0, 1, 0x21, 100, 100);
        expect_partition(1, 3, 0x22, 500, 100);
    }
    clear();
    entry(0, 0, 0x21, 100, 100);
    disk[0][446 + 32] = 0x41;
    expect("a status byte like text", 0, "status byte");
}

static void bad_extended(void)
{
    clear();
    entry(0, 0, 0x05, 100, 3000);
    entry(100, 0, 0x23, 1, 99);
    entry(100, 1, 0x05, 0, 500);
    expect("a chain that leads to itself", 1, "backwards");
    entry(100, 1, 0x05, 1000, 500);
    entry(1100, 0, 0x22, 1, 100);
    entry(1100, 1, 0x05, 1000, 500);
    expect("a chain with a loop", 2, "backwards");
    entry(1100, 1, 0x05, 3000, 500);
    expect("a chain out of its span", 2, "out of itself");
    entry(1100, 1, 0x05, UINT32_MAX - 50, 500);
    expect("a chain that wraps", 2, "out of itself");
    entry(1100, 1, 0x05, 2000, 500);
    expect("a chain to no table", 2, "no partition table");
    entry(1100, 1, 0, 0, 0);
    entry(1100, 0, 0x22, 1, 3000);
    expect("a logical one longer than its span", 1, "out of the extended");
    entry(1100, 0, 0x22, UINT32_MAX, 2);
    expect("a logical one that wraps", 1, "out of the extended");
    entry(1100, 0, 0x22, 0, 2);
    expect("a logical one on its table", 1, "out of the extended");
    entry(0, 1, 0x0f, 4000, 50);
    entry(1100, 0, 0x22, 1, 2);
    expect("two extended ones", 2, "more than one");
    entry(0, 1, 0x21, 1000, 50);
    expect("an extended one over another", 1, "overlaps");

    clear();
    entry(0, 0, 0x05, DISK_SIZE - 1, 2);
    expect("an extended one past the end", 0, "extended partition reaches");
    clear();
    entry(0, 0, 0x05, 1, 4000);
    for (uint32_t i = 0; i < 100; i++) {
        entry(1 + i * 10, 0, 0x83, 1, 9);
        entry(1 + i * 10, 1, 0x05, (i + 1) * 10, 10);
    }
    expect("a chain that is too long", PARTITION_MAX, "too long");
}

/* Whatever a table says, what comes out must be sound. */
static void by_chance(void)
{
    static const uint8_t types[] = {0, 0x05, 0x0f, 0x21, 0x23, 0x83};
    srand(1);
    clear();
    for (int round = 0; round < 20000; round++) {
        memset(disk, 0, 64 * sizeof disk[0]);
        for (uint32_t sector = 0; sector < 64; sector++)
            for (int i = 0; i < (sector == 0 ? 4 : 2); i++)
                entry(sector, i, types[rand() % 6], rand() % 8 ? rand() % 64u : rand() * 3u,
                      rand() % 4 ? rand() % 64u : rand() * 3u);
        int error = parse();
        bool sound = error == 0 && table.cnt <= PARTITION_MAX && reads <= PARTITION_MAX + 1;
        for (size_t i = 0; sound && i < table.cnt; i++) {
            struct partition *a = &table.at[i];
            sound = a->start > 0 && a->size > 0 && a->start < DISK_SIZE &&
                    a->size <= DISK_SIZE - a->start;
            for (size_t j = 0; sound && j < i; j++) {
                struct partition *b = &table.at[j];
                sound = a->start + a->size <= b->start || b->start + b->size <= a->start;
            }
        }
        if (!sound) {
            printf("round %d: %zu partitions that are not sound (error %d, %d reads)\n", round,
                   table.cnt, error, reads);
            exit(1);
        }
    }
}

int main(void)
{
    good_tables();
    bad_primary();
    bad_extended();
    by_chance();
    return failures != 0;
}
