/* SPDX-License-Identifier: MIT
 * What one call prints stays in one piece, however many threads print; the timer interrupt's lines
 * too, even while a thread is in the middle of its own.
 * @output: ^\(console_pieces\) PASS
 * @absent: ^.+<<<
 * @absent: >>>.+$
 */
#include "devices/timer.h"
#include "tests/threads/crew.h"

static struct timer_alarm alarm;
static volatile bool stop;

static void print_in_interrupt(void *aux)
{
    printf("<<<interrupt>>>\n");
    if (!stop)
        timer_alarm_set(&alarm, 1, print_in_interrupt, NULL);
}

static void work(int id)
{
    for (int i = 0; i < 300; i++)
        printf("<<<%d says %'70d and %60s, which is longer than one buffer%s>>>\n", id, i, "this",
               "!");
}

KTEST(console_pieces)
{
    static struct crew crew;

    crew_init(&crew, work);
    timer_alarm_set(&alarm, 1, print_in_interrupt, NULL);
    for (int i = 0; i < 5; i++)
        crew_start(&crew, PRI_DEFAULT);
    crew_join(&crew);
    stop = true;
    timer_alarm_cancel(&alarm);
}
