# SPDX-License-Identifier: MIT
# A child process that says how much CPU time it took.
"""Process is subprocess.Popen with `cpu`: once it has been waited for, the seconds of user and system
time of it and of all that it waited for itself."""
import os
import subprocess
import time

INTERVAL = 0.01  # seconds between looks at a process that is waited for with a time limit


class Process(subprocess.Popen):
    """A child process; its `cpu` is 0.0 until it has ended."""
    cpu = 0.0

    def poll(self):
        """The exit status, or None while it runs."""
        self._reap(os.WNOHANG)
        return self.returncode

    def wait(self, timeout=None):
        """Waits for its end, at most TIMEOUT seconds; returns the exit status."""
        if timeout is None:
            self._reap(0)
            return self.returncode
        limit = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > limit:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(INTERVAL)
        return self.returncode

    def _reap(self, flags):
        if self.returncode is not None:
            return
        pid, status, usage = os.wait4(self.pid, flags)
        if pid == self.pid:
            self.cpu = usage.ru_utime + usage.ru_stime
            self.returncode = os.waitstatus_to_exitcode(status)
