/* SPDX-License-Identifier: MIT
 * MC146818 real-time clock.
 *
 * The chip says when an update is in progress, but waiting that out can take 2 ms.  Reading the
 * whole time twice and comparing needs no wait: a reading torn by an update does not repeat.
 */
#include "devices/rtc.h"

#include <stdbool.h>
#include <string.h>

#include "threads/interrupt.h"
#include "threads/io.h"

#define CMOS_INDEX 0x70
#define CMOS_DATA 0x71

#define REG_STATUS_B 0x0b
#define B_24_HOUR 0x02
#define B_BINARY 0x04
#define HOUR_PM 0x80

enum { SECOND, MINUTE, HOUR, DAY, MONTH, YEAR, FIELD_CNT };
static const uint8_t field_reg[FIELD_CNT] = {0x00, 0x02, 0x04, 0x07, 0x08, 0x09};

static uint8_t cmos_read(uint8_t index)
{
    enum intr_level old_level = intr_disable();
    outb(CMOS_INDEX, index);
    uint8_t value = inb(CMOS_DATA);
    intr_set_level(old_level);
    return value;
}

static void read_fields(uint8_t fields[FIELD_CNT])
{
    for (int i = 0; i < FIELD_CNT; i++)
        fields[i] = cmos_read(field_reg[i]);
}

static void read_consistent_fields(uint8_t fields[FIELD_CNT])
{
    uint8_t again[FIELD_CNT];
    read_fields(again);
    for (int tries = 0; tries < 4; tries++) {
        memcpy(fields, again, sizeof again);
        read_fields(again);
        if (!memcmp(fields, again, sizeof again))
            break;
    }
}

static unsigned from_bcd(uint8_t value)
{
    return (value >> 4) * 10 + (value & 0xf);
}

/* Days from 1970-01-01 to the first of MONTH (1-12) in YEAR, 1970-2099. */
static int64_t days_before(int year, int month)
{
    static const short before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int64_t days = (year - 1970) * 365LL + (year - 1969) / 4;
    if (month < 1 || month > 12)
        month = 1;
    days += before_month[month - 1];
    return days + (month > 2 && year % 4 == 0);
}

int64_t rtc_get_time(void)
{
    uint8_t fields[FIELD_CNT];
    unsigned f[FIELD_CNT];

    read_consistent_fields(fields);
    uint8_t status_b = cmos_read(REG_STATUS_B);
    bool pm = !(status_b & B_24_HOUR) && (fields[HOUR] & HOUR_PM);
    if (!(status_b & B_24_HOUR))
        fields[HOUR] &= ~HOUR_PM;
    for (int i = 0; i < FIELD_CNT; i++)
        f[i] = status_b & B_BINARY ? fields[i] : from_bcd(fields[i]);
    if (!(status_b & B_24_HOUR))
        f[HOUR] = f[HOUR] % 12 + (pm ? 12 : 0);
    int year = f[YEAR] + (f[YEAR] < 70 ? 2000 : 1900);
    int64_t days = days_before(year, f[MONTH]) + f[DAY] - 1;
    return ((days * 24 + f[HOUR]) * 60 + f[MINUTE]) * 60 + f[SECOND];
}
