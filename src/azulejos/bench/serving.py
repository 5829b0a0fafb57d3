"""The real server as a process of its own on a data folder of its own, and what the system says about it."""

import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from typing import IO, Self

COMMAND = (sys.executable, "-m", "azulejos", "--port", "0", "--no-open", "--workers", "1", "--data")


def allow_lines(count: int) -> None:
    """Ask the system for so many open sockets; the server asks for its own."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if resource.RLIM_INFINITY not in (soft, hard) and soft < count:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


class ServerTrouble(Exception):
    """The server did not start; the message is a sentence."""


class Server:
    """`azulejos` on any free port, stopped at the end; its bots are asked nothing and compile nothing.

    Without a folder it has one of its own, which ends with it.
    """

    def __init__(self, folder: str = "", errors: IO[str] | None = None, **settings: str) -> None:
        self._folder, self._errors = folder, errors
        self._settings = {f"AZULEJOS_{name.upper()}": value for name, value in settings.items()}
        self._open = ExitStack()
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        folder = self._folder or self._open.enter_context(
            tempfile.TemporaryDirectory(prefix="azulejos-bench-", ignore_cleanup_errors=True)
        )
        self._process = subprocess.Popen(
            [*COMMAND, folder],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**os.environ, "AZULEJOS_JIT": "0", **self._settings},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://[^/]*:(\d+)/", line):
                self.port = int(found[1])
                return self
        self._end()
        raise ServerTrouble("the server did not start")

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def kill(self) -> None:
        """End it at once, as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def _end(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.wait()
        self._process.stdout.close()
        self._open.close()

    def megabytes(self) -> float:
        """The memory that the server holds now; 0 where the system does not tell."""
        found = re.search(r"VmRSS:\s+(\d+) kB", self._told("status"))
        return int(found[1]) * 1024 / 1e6 if found else 0.0

    def seconds(self) -> float:
        """The processor time that the server has used; 0 where the system does not tell."""
        fields = self._told("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0

    def _told(self, what: str) -> str:
        assert self._process is not None
        try:
            with open(f"/proc/{self._process.pid}/{what}", encoding="utf8") as file:
                return file.read()
        except OSError:
            return ""
