/* SPDX-License-Identifier: MIT
 * Starting another program from a small one.
 */
#include <errno.h>
#include <string.h>
#include "examples/lib/tool.h"

void tool_become(char *argv[])
{
    char path[TOOL_PATH_MAX];
    int error = -ENOENT;
    if (strchr(argv[0], '/') == NULL)
        error = execve(tool_join(path, "/", argv[0]), argv);
    if (error == -ENOENT || error == -ENAMETOOLONG)
        error = execve(argv[0], argv);
    tool_failed(argv[0], error);
    exit(127);
}

int tool_run(char *argv[])
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        tool_become(argv);
    if (pid > 0)
        pid = waitpid(pid, &status, 0);
    if (pid < 0)
        exit(tool_failed(argv[0], pid));
    return status;
}
