/* SPDX-License-Identifier: MIT
 * A guest that loops for ever with its interrupts off shares the CPU like any process: one beside
 * it gets its part of the time, and killing vmm ends the guest at once.
 * @cpu: max
 * @icount: 2
 */
#include <unistd.h>
#include "tests/lib.h"

#define WORK_MS 300
#define FLAT_SIZE 512

/* cli; here: jmp here */
static const char loop_for_ever[FLAT_SIZE] = {0xfa, 0xeb, 0xfe};

static int64_t now_ms(void)
{
    struct timespec now;
    time(&now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Rounds of work done in WORK_MS of time. */
static unsigned work(void)
{
    unsigned rounds = 0;
    for (int64_t end = now_ms() + WORK_MS; now_ms() < end; rounds++)
        for (volatile int i = 0; i < 1000; i++)
            ;
    return rounds;
}

int main(void)
{
    int status;
    int fd = open2("forever", O_RDWR | O_CREAT);
    REQUIRE(write(fd, loop_for_ever, FLAT_SIZE) == FLAT_SIZE, "write the guest");
    close(fd);
    unsigned alone = work();
    pid_t pid = exec("vmm -m 1024 forever");
    CHECK(pid > 0, "a guest that loops is started");
    sleep_ms(50);
    unsigned beside = work();
    CHECK(beside >= alone / 4 && beside <= alone * 3 / 4, "about half of the time is left");
    REQUIRE(waitpid(pid, &status, WNOHANG) == 0, "the guest loops still");
    REQUIRE(kill(pid, SIGKILL) == 0, "kill vmm");
    CHECK(waitpid(pid, &status, 0) == pid && WTERMSIG(status) == SIGKILL, "vmm is killed");
    return 0;
}
