/* SPDX-License-Identifier: MIT
 * A program that knows Pintos's conventions and nothing of this tree: tests/userprog/foreign.py
 * compiles and links it in the ways of other toolchains.
 *
 *     NAME first second       checks whatever it can, and starts `NAME child`
 * @kind: helper
 */
enum { EXIT = 1, EXEC, WAIT, CREATE, REMOVE, OPEN, FILESIZE, READ, WRITE, SEEK, TELL, CLOSE };
typedef unsigned char byte;

static int call3(int number, unsigned a, unsigned b, unsigned c)
{
    int result;
    __asm__ volatile("pushl %4\n\tpushl %3\n\tpushl %2\n\tpushl %1\n\tint $0x30\n\taddl $16, %%esp"
                     : "=a"(result)
                     : "g"(number), "r"(a), "r"(b), "r"(c)
                     : "memory", "cc");
    return result;
}

#define CALL1(NR, A) call3(NR, (unsigned)(A), 0, 0)
#define CALL2(NR, A, B) call3(NR, (unsigned)(A), (unsigned)(B), 0)
#define CALL3(NR, A, B, C) call3(NR, (unsigned)(A), (unsigned)(B), (unsigned)(C))

static unsigned length(const char *s)
{
    unsigned n = 0;
    while (s[n])
        n++;
    return n;
}

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void say(const char *s)
{
    CALL3(WRITE, 1, s, length(s));
}

static void need(int ok, const char *what)
{
    if (ok)
        return;
    say("foreign: wrong: ");
    say(what);
    say("\n");
    CALL1(EXIT, 1);
}

static byte zeros[1500000];
static int data[3000] = {7, 8, 9, [2999] = 11};
static const char constant[] = "a constant";
static const char *const pointers[] = {constant, "another"};
static int (*volatile function)(const char *, const char *) = equal;

static unsigned recurse(unsigned depth)
{
    volatile byte frame[1000];
    frame[depth % 1000] = (byte)depth;
    return depth == 0 ? 0 : recurse(depth - 1) + (frame[depth % 1000] == (byte)depth);
}

static void check_memory(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof zeros; i += 500)
        sum += zeros[i];
    need(sum == 0, "bss is not zero");
    zeros[sizeof zeros - 1] = 5;
    data[1]++;
    need(data[0] == 7 && data[1] == 9 && data[2] == 9 && data[2999] == 11, "data");
    need(function(pointers[0], "a constant") && !function(pointers[1], constant), "constants");
    need(recurse(200) == 200, "the stack");
}

static void check_files(const char *self)
{
    char buffer[64], line[40];
    need(CALL2(CREATE, "foreign-file", 100) == 1, "create");
    int fd = CALL1(OPEN, "foreign-file");
    need(fd >= 2 && CALL1(FILESIZE, fd) == 100, "open and filesize");
    need(CALL3(WRITE, fd, "some words", 10) == 10 && CALL1(TELL, fd) == 10, "write and tell");
    CALL2(SEEK, fd, 5);
    need(CALL3(READ, fd, buffer, 5) == 5 && buffer[0] == 'w' && buffer[4] == 's', "read");
    CALL1(CLOSE, fd);
    need(CALL1(REMOVE, "foreign-file") == 1 && CALL1(OPEN, "foreign-file") == -1, "remove");
    unsigned n = length(self);
    for (unsigned i = 0; i < n; i++)
        line[i] = self[i];
    for (unsigned i = 0; i < 7; i++)
        line[n + i] = " child"[i];
    int child = CALL1(EXEC, line);
    need(child > 0 && CALL1(WAIT, child) == 57 && CALL1(WAIT, child) == -1, "exec and wait");
    need(CALL1(OPEN, self) >= 2, "open itself");
}

int main(int argc, char *argv[])
{
    if (argc == 2 && equal(argv[1], "child"))
        return 57;
    need(argc == 3 && equal(argv[1], "first") && equal(argv[2], "second") && !argv[3], "arguments");
    need(((unsigned)argv & 3) == 0, "alignment");
    check_memory();
    check_files(argv[0]);
    say("foreign: all is well in ");
    say(argv[0]);
    say("\n");
    return 0;
}

void _start(int argc, char *argv[]);
void _start(int argc, char *argv[])
{
    CALL1(EXIT, main(argc, argv));
}
