/* SPDX-License-Identifier: MIT
 * A virtual machine for one guest: memory, CPUs and devices around the kernel's calls of virt.h.
 *
 * See docs/VIRT.md, and lib/vmm-abi.h for what a guest finds.
 *
 * @sources: examples/vmm/cpu.c examples/vmm/memory.c examples/vmm/load.c examples/vmm/ports.c
 * @sources: examples/vmm/serial.c examples/vmm/pic.c examples/vmm/pit.c examples/vmm/disk.c
 * @sources: examples/vmm/report.c examples/vmm/shake.c examples/lib/tool.c
 */
#include "examples/vmm/vmm.h"

#include <ctype.h>
#include <errno.h>
#include <resource.h>
#include <stdio.h>
#include <strerror.h>
#include <string.h>
#include <unistd.h>
#include <virt.h>
#include "examples/lib/tool.h"

static const char usage[] =
    "usage: vmm [OPTION…] GUEST [PARAMETER…]\n"
    "  -m KB           the guest's memory (default 4096)\n"
    "  -cpus N         virtual CPUs, up to 8 (default 1)\n"
    "  -shadow=MODE    vtlb, cache or npt (default: the kernel's -shadow)\n"
    "  -pages N        shadow pages at most            (-pages to -room: of mode cache;\n"
    "  -evict POLICY   fifo, clock, random, …           default: the kernel's -shadow-…)\n"
    "  -mark M         create or fill\n"
    "  -age A          none, leaf or parent\n"
    "  -room R         batch, one or fullest\n"
    "  -disk FILE      the guest's disk\n"
    "  -input          standard input goes to the guest's serial port\n"
    "  -limit SECONDS  ends the guest after so long\n"
    "  -at N=ACTION    at the guest's mark N: idle-mark, idle-ask, reclaim:PAGES or audit\n"
    "  -checkpoints    prints hashes where the guest asks for them\n"
    "  -shake SEED     changes sizes, policies and memory slots at random meanwhile\n"
    "  -name TEXT      stands before each line that the guest prints\n"
    "  -quiet          does not show what the guest prints, nor a good end\n"
    "  -stats, -json   counters at the end, for people or for programs\n"
    "  -audit          checks the kernel's tables at the end (debug build)\n"
    "status: the guest's own up to 63, 64 usage, 65 cannot be loaded, 66 no SVM, 67 triple fault,\n"
    "  68 no such memory, 69 the kernel gave up, 70 halted for good, 71 time limit\n";

struct options options = {.ram_kb = 4096, .cpus = 1, .name = "", .mark = -1, .age = -1, .room = -1};
struct machine machine;

/* ---- Ends -------------------------------------------------------------------------------------
 */

static void NO_RETURN bad_usage(const char *what, const char *value)
{
    tool_error("%s%s: see vmm --help", what, value);
    exit(VMM_STATUS_USAGE);
}

void vmm_die(int status, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tool_error("%s: %s", options.guest, text);
    exit(status);
}

void vmm_end(int status, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    serial_flush();
    if (!options.quiet || status > VMM_STATUS_GUEST_MAX)
        tool_error("%s: %s", options.guest, text);
    shake_report();
    report(status, text);
    exit(status);
}

/* time() counts from 1970, from a whole second at boot: which one, the timer's ticks tell. */
uint64_t vmm_now_ns(void)
{
    static int64_t boot = -1;
    struct timespec now;
    time(&now);
    if (boot < 0) {
        uint64_t ticks = 0;
        kstat_value("timer.ticks", &ticks);
        boot = now.tv_sec - ((int64_t)ticks * 10 - now.tv_nsec / 1000000 + 500) / 1000;
    }
    return (now.tv_sec - boot) * 1000000000ull + now.tv_nsec;
}

/* ---- Options ----------------------------------------------------------------------------------
 */

/* The number TEXT, from LEAST to MOST. */
static unsigned number(const char *option, const char *text, unsigned least, unsigned most)
{
    uint64_t value = 0;
    for (const char *p = text; *p != '\0'; p++) {
        if (!isdigit(*p) || value > most)
            bad_usage(option, " wants a number");
        value = value * 10 + (*p - '0');
    }
    if (*text == '\0' || value < least || value > most) {
        tool_error("%s %s: want %u to %u", option, text, least, most);
        exit(VMM_STATUS_USAGE);
    }
    return value;
}

/* Where TEXT is among NAMES, which end with NULL. */
static int choice(const char *option, const char *text, const char *const *names)
{
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    tool_error("%s %s: there is no such choice (see vmm --help)", option, text);
    exit(VMM_STATUS_USAGE);
}

static const char *const modes[] = {"default", "vtlb", "cache", "npt", NULL};
static const char *const marks[] = {"create", "fill", NULL};
static const char *const ages[] = {"none", "leaf", "parent", NULL};
static const char *const rooms[] = {"batch", "one", "fullest", NULL};

static bool set_flag(const char *word)
{
    static const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"-quiet", &options.quiet}, {"-stats", &options.stats},
        {"-json", &options.json},   {"-checkpoints", &options.checkpoints},
        {"-input", &options.input}, {"-audit", &options.audit},
    };
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].name) == 0)
            return *flags[i].flag = true;
    return false;
}

static void set_value(const char *option, const char *value)
{
    if (strcmp(option, "-m") == 0)
        options.ram_kb = number(option, value, RAM_KB_LEAST, RAM_KB_MOST) / 4 * 4;
    else if (strcmp(option, "-cpus") == 0)
        options.cpus = number(option, value, 1, CPUS_MAX);
    else if (strcmp(option, "-shadow") == 0)
        options.mode = choice(option, value, modes);
    else if (strcmp(option, "-pages") == 0)
        options.pages = number(option, value, 1, 1 << 20);
    else if (strcmp(option, "-evict") == 0)
        options.evict = value;
    else if (strcmp(option, "-mark") == 0)
        options.mark = choice(option, value, marks);
    else if (strcmp(option, "-age") == 0)
        options.age = choice(option, value, ages);
    else if (strcmp(option, "-room") == 0)
        options.room = choice(option, value, rooms);
    else if (strcmp(option, "-disk") == 0)
        options.disk = value;
    else if (strcmp(option, "-limit") == 0)
        options.limit_s = number(option, value, 1, 100000);
    else if (strcmp(option, "-name") == 0)
        options.name = value;
    else if (strcmp(option, "-shake") == 0)
        options.shake_seed = number(option, value, 0, 0x7fffffff), options.shake = true;
    else if (strcmp(option, "-at") != 0)
        bad_usage("there is no option ", option);
    else if (!mark_option(value))
        bad_usage("-at ", value);
}

/* Reads options; returns where the guest and its parameters begin.  A value follows its option as a
 * word or behind a `=`. */
static char **read_options(char **argv)
{
    for (argv++; *argv != NULL && (*argv)[0] == '-'; argv++) {
        char *value = strchr(*argv, '=');
        if (strcmp(*argv, "--help") == 0 || strcmp(*argv, "-h") == 0) {
            printf("%s", usage);
            exit(EXIT_SUCCESS);
        }
        if (set_flag(*argv))
            continue;
        if (value != NULL)
            *value++ = '\0';
        else if ((value = argv[1]) == NULL)
            bad_usage("there is no option, or no value for ", *argv);
        set_value(*argv, value);
        argv += value == argv[1];
    }
    return argv;
}

static void read_guest(char **argv)
{
    if (*argv == NULL)
        bad_usage("no guest is named", "");
    options.guest = *argv;
    for (; *argv != NULL; argv++) {
        strlcat(options.command_line, *argv, sizeof options.command_line);
        size_t length =
            strlcat(options.command_line, argv[1] != NULL ? " " : "", sizeof options.command_line);
        if (length >= sizeof options.command_line)
            bad_usage("too many parameters for ", options.guest);
    }
}

/* ---- The machine ------------------------------------------------------------------------------
 */

static void machine_make(void)
{
    machine.fd = vm_create(options.mode);
    if (machine.fd == -ENODEV)
        vmm_die(VMM_STATUS_NO_SVM, "this CPU has no AMD SVM%s: guests cannot run%s",
                options.mode == VM_MODE_NPT ? " with nested paging" : "",
                options.mode == VM_MODE_NPT ? " in mode npt" : "");
    if (machine.fd < 0)
        vmm_die(VMM_STATUS_FAILED, "no virtual machine: %s", strerror(machine.fd));
    cache_configure();
    memory_make();
    cpus_make();
}

int main(int argc, char *argv[])
{
    tool_begin(argv);
    read_guest(read_options(argv));
    machine_make();
    load_guest();
    disk_open();
    pic_init();
    pit_init();
    serial_init();
    shake_start();
    cpus_run();
}
