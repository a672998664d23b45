/* SPDX-License-Identifier: MIT
 * Random system calls with hostile arguments: see fuzz.h.
 *
 * What to pass follows from the kernel's own table of calls: of each argument its name and kind.  A
 * call goes by whatever stack pointer, too.  Most of what is passed is nearly right, so that calls
 * get far; a pointer that is plainly wrong ends the process in calls 0 to 19, and so is rarer
 * there.
 * @kind: helper
 */
#include <mman.h>
#include <stdio.h>
#include <string.h>
#include <syscall-nr.h>
#include <thread.h>
#include <unistd.h>
#include <xorshift.h>
#include "tests/lib.h"
#include "tests/userprog/fuzz.h"

#define SYSCALL(NUMBER, HANDLER, ARGS, RESULT, HELP) [SYS_##NUMBER] = ARGS,
static const char *const arguments[] = {
#include "userprog/syscall-table.h"
};
#undef SYSCALL
#define CALLS (sizeof arguments / sizeof *arguments)

#define SYSCALL(NUMBER, HANDLER, ARGS, RESULT, HELP) [SYS_##NUMBER] = #HANDLER,
static const char *const names[] = {
#include "userprog/syscall-table.h"
};
#undef SYSCALL

const char *fuzz_call_name(unsigned number)
{
    return number < CALLS ? names[number] : number == CALLS ? "unknown" : NULL;
}

static uint32_t state;         /* Of the random sequence.  Threads may race for it. */
static unsigned calls_left;    /* Of this process. */
static bool is_leaf;           /* Starts no other process. */
static bool is_loud;           /* Has the terminal. */
static struct board *board;    /* Where calls are counted, or NULL. */
static unsigned slot;          /* Of this worker there. */
static bool is_new;            /* Just forked: its ballast is its parent's still. */
static int last_pid, last_tid; /* What the last fork, exec and thread_create gave. */

static uint32_t random_word(void)
{
    return xorshift32(&state);
}

static unsigned pick(unsigned n)
{
    return (random_word() >> 3) % n;
}

#define PICK(ARRAY) ((ARRAY)[pick(sizeof(ARRAY) / sizeof *(ARRAY))])

/* ---- The ground: pages of every kind next to each other ---------------------------------------
 */

#define GROUND 0x30000000u
#define PAGE(N) (GROUND + (N)*TEST_PAGE)
#define GOOD_PAGES 8
#define GROUND_PAGES 26

static void map_pages(unsigned first, unsigned count, int prot, int flags, int fd)
{
    mmap2(test_address(PAGE(first)), count * TEST_PAGE, prot, flags | MAP_FIXED, fd, 0);
}

/* A hole before page 9, 15, 20 and 23. */
static void lay_ground(void)
{
    const int own = MAP_PRIVATE | MAP_ANONYMOUS, rw = PROT_READ | PROT_WRITE;
    map_pages(0, GOOD_PAGES, rw, own, -1);
    map_pages(9, 1, PROT_READ, own, -1);
    map_pages(10, 1, PROT_NONE, own, -1);
    map_pages(11, 3, rw, own, -1);
    map_pages(15, 4, rw, MAP_SHARED, open("fz-map"));
    map_pages(20, 2, rw, MAP_SHARED | MAP_ANONYMOUS, -1);
    map_pages(23, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, open("fz-map"));
}

/* ---- Ballast: memory that no call may change ---------------------------------------------------
 */

#define BALLAST 0x58000000u
#define BALLAST_PAGES 60

static unsigned stamp; /* Of this process's ballast. */
static unsigned ballast_pages;

static volatile uint32_t *ballast(unsigned page, unsigned word)
{
    return (uint32_t *)test_address(BALLAST + page * TEST_PAGE + word * 4);
}

static void write_ballast(unsigned page)
{
    for (unsigned word = 0; word < TEST_PAGE / 4; word += 255)
        *ballast(page, word) = stamp + page;
}

static void report_ballast(unsigned page, unsigned word, uint32_t is)
{
    if (board != NULL) {
        board->is = is;
        board->wanted = stamp + page;
        board->where = (uintptr_t)ballast(page, word);
        board->last = board->now[slot] - FUZZ_CALLS;
    }
    exit(FUZZ_CORRUPT);
}

static void check_ballast(unsigned page)
{
    for (unsigned word = 0; word < TEST_PAGE / 4; word += 255)
        if (*ballast(page, word) != stamp + page)
            report_ballast(page, word, *ballast(page, word));
}

static void take_ballast(void)
{
    void *p = mmap2(test_address(BALLAST), BALLAST_PAGES * TEST_PAGE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    ballast_pages = mman_error(p) < 0 ? 0 : BALLAST_PAGES;
}

/* Own content, which a parent's or child's is not. */
static void fill_ballast(unsigned new_stamp)
{
    stamp = new_stamp;
    for (unsigned i = 0; i < ballast_pages; i++)
        write_ballast(i);
}

/* For first threads alone.  The stacks of others are in memory that calls write to, so what those
 * do is not to be relied on. */
static void touch_ballast(void)
{
    if (is_new)
        fill_ballast(random_word());
    is_new = false;
    for (unsigned i = 0; i < 2 && ballast_pages > 0; i++) {
        unsigned page = pick(ballast_pages);
        check_ballast(page);
        if (pick(3) == 0)
            write_ballast(page);
    }
}

/* Does a range of a call that changes what is mapped reach there? */
static bool reaches_ballast(uint32_t start, uint32_t length)
{
    return start < BALLAST + BALLAST_PAGES * TEST_PAGE &&
           (uint64_t)start + length + TEST_PAGE > BALLAST;
}

/* ---- Pointers ---------------------------------------------------------------------------------
 */

static uint32_t good_pointer(void)
{
    static const uint8_t others[] = {11, 12, 15, 16, 17, 20, 23, 24};
    if (pick(8) == 0)
        return PAGE(PICK(others)) + pick(TEST_PAGE);
    uint32_t p = GROUND + pick(GOOD_PAGES * TEST_PAGE - 600);
    return pick(3) ? p & ~3u : p;
}

/* A little before or after the border of two kinds of pages. */
static uint32_t border_pointer(void)
{
    static const uint8_t borders[] = {0, 3, 8, 9, 10, 11, 14, 15, 18, 19, 20, 22, 23, 26};
    return PAGE(PICK(borders)) - pick(48) + (pick(4) ? 0 : pick(48));
}

static uint32_t bad_pointer(void)
{
    static const uint32_t bad[] = {
        0,          1,          4,          4095,       0x08048000, 0x20101234,
        0xbfffffff, 0xbffffffc, 0xc0000000, 0xbffffff0, 0xc0100000, 0xf8000000,
        0xfffff000, 0xfffffffc, 0xffffffff, 0xfffffff0, 0x40000000, 0x80000000,
        PAGE(8),    PAGE(9),    PAGE(10),   PAGE(14),   PAGE(18),   PAGE(19),
    };
    switch (pick(5)) {
    case 0:
        return random_word();
    case 1:
        return (uint32_t)&fuzz_work + pick(64);
    case 2:
        return (uint32_t)__builtin_frame_address(0) - pick(3 * TEST_PAGE);
    default:
        return PICK(bad);
    }
}

static uint32_t pointer(unsigned number)
{
    /* In Pintos's calls a bad one ends the process. */
    unsigned risk = pick(number <= SYS_INUMBER ? 100 : 6);
    return risk == 0 ? bad_pointer() : risk == 1 ? border_pointer() : good_pointer();
}

/* ---- Arguments by kind ------------------------------------------------------------------------
 */

static uint32_t odd_number(void)
{
    static const uint32_t numbers[] = {0,          1,          2,          3,          4,
                                       15,         16,         4095,       4096,       4097,
                                       0x7fffffff, 65536,      100000,     0x80000000, 0xffffffff,
                                       0xfffffffe, 0xfffff000, 0xc0000000, 1 << 20};
    return pick(8) ? PICK(numbers) : random_word();
}

static uint32_t size(void)
{
    return pick(12) ? pick(pick(3) ? 64 : 3 * TEST_PAGE) : odd_number();
}

static uint32_t descriptor(void)
{
    return pick(10) ? pick(pick(4) ? 10 : 140) : odd_number();
}

static uint32_t pid(void)
{
    static const int others[] = {-1, 0, -2, 0x7fffffff, (int)0x80000000};
    unsigned kind = pick(8);
    return kind == 0   ? (uint32_t)PICK(others)
           : kind == 1 ? (uint32_t)getpid()
           : kind == 2 ? FUZZ_WATCHER_MAX + pick(60)
                       : (uint32_t)last_pid;
}

static const char *const strings[] = {
    "fz-a",
    "fz-b",
    "fz-c",
    "fz-d",
    "fz-map",
    "fz-a",
    "/fz-b",
    "./fz-c",
    "",
    "/",
    ".",
    "..",
    "//fz-a/",
    "fz-none",
    "fz-a/b",
    "fz-14letters-x",
    "/",
    "/",
    "a-name-that-is-too-long",
    "\xff\x01",
    "fz-e",
};

/* TEXT copied to where a string may lie, or not. */
static uint32_t place_string(const char *text, unsigned number)
{
    uint32_t where = pointer(number);
    if (where >= PAGE(GOOD_PAGES) && where < PAGE(GROUND_PAGES) && pick(4))
        where = PAGE(pick(GOOD_PAGES)) + pick(TEST_PAGE - 100);
    if (where < PAGE(0) || where >= PAGE(GOOD_PAGES) - 100)
        return where;
    if (pick(40) == 0) { /* Up to the very end, with its NUL or without. */
        where = PAGE(GOOD_PAGES) - strlen(text) - pick(2);
        memcpy(test_address(where), text, strlen(text));
        return where;
    }
    strlcpy(test_address(where), text, 100);
    return where;
}

static uint32_t command(unsigned number)
{
    char line[80];
    static const char *const commands[] = {"fuzz", "", " ", "fz-a", "fz-none x", "fuzz leaf", "/"};
    if (pick(3) == 0)
        return place_string(PICK(commands), number);
    snprintf(line, sizeof line, "fuzz leaf %u", (unsigned)random_word());
    return place_string(line, number);
}

/* An argv[], some of whose pointers may be anything. */
static uint32_t argument_list(unsigned number)
{
    uint32_t *argv = (uint32_t *)test_address(PAGE(2 + pick(4)));
    unsigned n = 0;
    argv[n++] = place_string("fuzz", number);
    argv[n++] = place_string("leaf", number);
    while (n < 4 + pick(8))
        argv[n++] = pick(4) ? place_string("12345", number) : pointer(number);
    argv[n] = 0;
    return pick(12) ? (uint32_t)argv : pointer(number);
}

static uint32_t map_address(void)
{
    return pick(10) ? PAGE(pick(GROUND_PAGES + 8)) : pick(2) ? 0 : bad_pointer() & ~4095u;
}

static void some_calls(unsigned count);

/* A thread: some calls, then its end. */
static void thread_body(void *arg)
{
    some_calls((unsigned)(uintptr_t)arg % 30);
    thread_exit(3);
}

static uint32_t any_address(const char *name, unsigned number)
{
    if (!strncmp(name, "entry", 5))
        return pick(20) ? (uint32_t)thread_body : bad_pointer();
    if (!strncmp(name, "stack", 5))
        return pick(20) ? PAGE(1 + pick(GOOD_PAGES)) : pointer(number);
    return pick(30) ? map_address() : bad_pointer();
}

/* Values of which the name tells more than the kind. */
static uint32_t value(const char *name, unsigned number)
{
    static const uint32_t flags[] = {0,    1,    2,    3,    0x12,  0x21, 0x22,
                                     0x31, 0x32, 0x40, 0x42, 0x242, 0x642};
    if (number == SYS_WAITPID || !strncmp(name, "expected", 8))
        return pick(8) ? pick(2) : odd_number();
    if (!strncmp(name, "flags", 5))
        return pick(16) ? PICK(flags) : odd_number();
    if (!strncmp(name, "protection", 10))
        return pick(16) ? pick(2) ? 3 : pick(8) : odd_number();
    if (!strncmp(name, "length", 6))
        return pick(16) ? TEST_PAGE * pick(10) + pick(3) : odd_number();
    if (!strncmp(name, "ms:", 3))
        return pick(40) ? 1 + pick(15) : odd_number();
    if (!strncmp(name, "size", 4))
        return size();
    return pick(3) ? pick(70) : odd_number();
}

/* Numbers that a call fetches. */
static uint32_t structure(unsigned number)
{
    uint32_t where = pointer(number), *words = (uint32_t *)test_address(where);
    if (number > SYS_INUMBER && where >= PAGE(0) && where < PAGE(GOOD_PAGES) - 100)
        for (unsigned i = 0; i < 5; i++)
            words[i] = pick(4) ? 0 : pick(3) ? 20 + pick(200) : odd_number();
    return where;
}

/* What the table says NAME is. */
static uint32_t argument(const char *name, unsigned number)
{
    static const struct {
        const char *kind;
        uint32_t (*make)(void);
    } by_kind[] = {{"fd", descriptor}, {"pid", pid}};
    const char *kind = strchr(name, ':') + 2;
    for (unsigned i = 0; i < sizeof by_kind / sizeof *by_kind; i++)
        if (!strncmp(kind, by_kind[i].kind, strlen(by_kind[i].kind)))
            return by_kind[i].make();
    if (!strncmp(kind, "tid", 3))
        return pick(6) ? (uint32_t)last_tid : pick(5);
    if (!strncmp(kind, "name", 4))
        return number == SYS_EXECVE ? place_string("fuzz", number)
                                    : place_string(PICK(strings), number);
    if (!strncmp(kind, "string", 6))
        return command(number);
    if (!strncmp(kind, "in array", 8))
        return argument_list(number);
    if (!strncmp(kind, "in", 2) && kind[2] == ' ')
        return structure(number);
    if (!strncmp(kind, "out", 3))
        return pointer(number);
    return !strncmp(kind, "address", 7) ? any_address(name, number) : value(name, number);
}

/* ---- Calls ------------------------------------------------------------------------------------
 */

/* How rarely some are made: one in so many times that they are chosen. */
static unsigned rarity(unsigned number)
{
    switch (number) {
    case SYS_HALT: /* With -nohalt. */
    case SYS_EXIT:
    case SYS_THREAD_EXIT:
        return 100;
    case SYS_EXECVE:
        return 40;
    case SYS_EXEC:
    case SYS_FORK:
        return is_leaf ? 100000 : 10;
    case SYS_KILL:
    case SYS_SLEEP_MS:
        return 10;
    case SYS_THREAD_CREATE:
    case SYS_FUTEX_WAIT:
    case SYS_WAIT:
    case SYS_WAITPID:
    case SYS_THREAD_JOIN:
        return 4;
    default:
        return 1;
    }
}

static unsigned choose(void)
{
    for (;;) {
        unsigned number = pick(CALLS);
        if (pick(400) == 0)
            return pick(2) ? CALLS + pick(10) : random_word() | 0x100;
        if (pick(rarity(number)) == 0)
            return number;
    }
}

/* What the watcher cannot do with, and what would fill the console. */
static void tame(uint32_t words[])
{
    if (words[0] == SYS_KILL && words[1] <= FUZZ_WATCHER_MAX)
        words[2] = 0;
    bool maps = words[0] == SYS_MMAP2 || words[0] == SYS_MUNMAP2 || words[0] == SYS_MPROTECT;
    if (maps && reaches_ballast(words[1], words[2]))
        words[2] = 0;
    for (unsigned i = 1; i < 8; i++)
        if (words[i] - BALLAST < BALLAST_PAGES * TEST_PAGE)
            words[i] = 0;
    if (words[0] == SYS_EXIT || words[0] == SYS_THREAD_EXIT)
        words[1] = words[1] % 64;
    if (words[0] == SYS_WRITE && is_loud && words[3] > 100 && words[3] < 0x80000000)
        words[3] = 100;
}

/* Enters the kernel with ESP as stack pointer; the words are there, or not. */
static int enter(uint32_t esp)
{
    int result;
    asm volatile("movl %%esp, %%esi; movl %1, %%esp; int $0x30; movl %%esi, %%esp"
                 : "=a"(result)
                 : "r"(esp)
                 : "esi", "memory", "cc");
    return result;
}

/* Copies the COUNT WORDS to where the stack pointer is to be. */
static uint32_t place_words(uint32_t words[], unsigned count)
{
    unsigned size = count * sizeof *words;
    uint32_t esp;
    switch (pick(12)) {
    case 0:
        esp = good_pointer();
        break;
    case 1:
        esp = PAGE(1 + pick(GOOD_PAGES - 1)) - pick(size + 1);
        break;
    case 2:
        esp = PAGE(GOOD_PAGES) - size; /* Just all of them before a hole. */
        break;
    case 3:
        if (pick(20) == 0)
            return pick(2) ? bad_pointer() : border_pointer();
        /* fall through */
    default:
        return (uint32_t)words;
    }
    memcpy(test_address(esp), words, size);
    return esp;
}

/* The words of a call of NUMBER; how many. */
static unsigned make_words(uint32_t words[8], unsigned number)
{
    unsigned count = 0;
    words[count++] = number;
    const char *name = number < CALLS && arguments[number][0] != '\0' ? arguments[number] : NULL;
    while (name != NULL && count < 8) {
        words[count++] = pick(120) ? argument(name, number) : odd_number();
        name = strchr(name, ',');
        name = name != NULL ? name + 2 : NULL;
    }
    return count;
}

static bool is_good(unsigned number, int result)
{
    bool by_truth = number == SYS_CREATE || number == SYS_REMOVE || number == SYS_CHDIR ||
                    number == SYS_MKDIR || number == SYS_READDIR || number == SYS_ISDIR;
    return by_truth ? result != 0 : (unsigned)result < (unsigned)-4095;
}

static void announce(unsigned number)
{
    if (board != NULL) {
        board->made[number < CALLS ? number : CALLS]++;
        board->now[slot] = number < CALLS ? number : CALLS;
    }
}

static void note(unsigned number, int result)
{
    if (board != NULL) {
        board->progress[slot]++;
        board->now[slot] = FUZZ_CALLS + number;
        board->good[number < CALLS ? number : CALLS] += is_good(number, result);
    }
    if (number == SYS_FORK && result == 0) {
        is_leaf = true;
        slot = WORKERS_MAX - 1; /* Nobody's. */
        calls_left = pick(20);
        is_new = true;
    } else if (result > 0 && (number == SYS_FORK || number == SYS_EXEC)) {
        last_pid = result;
    } else if (result > 0 && number == SYS_THREAD_CREATE) {
        last_tid = result;
    }
}

static void one_call(void)
{
    uint32_t words[8] = {0};
    unsigned number = choose();
    unsigned count = make_words(words, number);
    tame(words);
    uint32_t esp = place_words(words, count);
    announce(number);
    note(number, enter(esp));
}

static void some_calls(unsigned count)
{
    while (count-- > 0 && calls_left > 0) {
        calls_left--;
        one_call();
    }
}

/* Gives descriptors 0 and 1 to a file, so that what is written does not fill the console. */
static void be_quiet(void)
{
    int fd = open2("fz-out", O_RDWR | O_CREAT);
    is_loud = fd < 0 || dup2(fd, 0) < 0 || dup2(fd, 1) < 0;
}

static void begin(unsigned seed, unsigned left)
{
    state = seed * 2654435761u | 1;
    calls_left = left;
    is_loud = true;
    lay_ground();
    take_ballast();
    fill_ballast(random_word());
}

static void go_on(void) __attribute__((noreturn));
static void go_on(void)
{
    while (calls_left > 0) {
        touch_ballast();
        some_calls(1);
    }
    exit(0);
}

void fuzz_work(unsigned seed, unsigned left, struct board *shared, unsigned number)
{
    board = shared;
    slot = number;
    begin(seed, left);
    if (pick(8))
        be_quiet();
    go_on();
}

void fuzz_leaf(unsigned seed)
{
    is_leaf = true;
    begin(seed, 30);
    go_on();
}
