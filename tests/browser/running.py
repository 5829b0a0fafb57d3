"""A server in a process of its own, that can be killed and started again on the same port and data."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Running:
    """The server of one test, or of a whole run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Wait until it says that it answers; one that runs is left alone."""
        if self._process is not None:
            return
        command = [sys.executable, "-m", "tests.browser.server", str(self.folder), str(self.port)]
        environment = {**os.environ, "AZULEJOS_JIT": "0", "PYTHONPATH": str(ROOT / "src")}
        with (self.folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "ready" in line, (line, self.log())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it; SIGKILL as a crash would."""
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def log(self) -> str:
        """What it complained about."""
        return (self.folder / "server.log").read_text()
