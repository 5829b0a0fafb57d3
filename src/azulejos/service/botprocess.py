"""One worker process as the web process sees it: messages in, messages out, a death with a reason.

A message is a line of JSON. Nothing here knows what the messages mean.
"""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncGenerator, Sequence
from typing import Any

MOST_BYTES = 1_000_000  # of one message; far more than any
TAIL = 2_000  # bytes kept of what it writes to standard error


class Trouble(Exception):
    """A worker cannot be started, has ended, is silent or talks nonsense."""


class BotProcess:
    """A running process, with its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._tail = bytearray()
        self._keeper = asyncio.create_task(self._keep_tail())

    @classmethod
    async def start(cls, command: Sequence[str]) -> "BotProcess":
        """Start it in a session of its own, so that Ctrl-C in a terminal is the server's alone."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=os.name != "nt",
                limit=MOST_BYTES,
            )
        except OSError as error:
            raise Trouble(f"cannot be started: {error}") from None
        return cls(process)

    @property
    def pid(self) -> int:
        """The number the system knows it by."""
        return self._process.pid

    def send(self, message: dict[str, Any]) -> None:
        """Write a message; if it can no longer be read, its death tells so."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def messages(self) -> AsyncGenerator[dict[str, Any], None]:
        """What it says, until it ends; Trouble where that is no message."""
        assert self._process.stdout is not None
        while line := await self._line(self._process.stdout):
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                message = None
            if not isinstance(message, dict):
                raise Trouble(f"wrote {line[:80]!r}, which is no message")
            yield message

    @staticmethod
    async def _line(pipe: asyncio.StreamReader) -> bytes:
        try:
            return await pipe.readline()
        except ValueError:
            raise Trouble(f"wrote {MOST_BYTES:,} bytes without an end of line") from None

    async def end(self) -> str:
        """Kill it with whatever it has started, unless it has ended already; how it ended."""
        self.kill()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        while await self._process.stdout.read(65536):  # pipes close once they are empty
            pass
        await self._keeper
        status = await self._process.wait()
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return how + self._last_words()

    def kill(self) -> None:
        """End it now."""
        if self._process.returncode is not None:
            return
        with contextlib.suppress(OSError):  # it has just ended
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _keep_tail(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(4096):
            self._tail += chunk
            del self._tail[:-TAIL]

    def _last_words(self) -> str:
        lines = bytes(self._tail).decode("utf-8", "replace").split("\n")
        told = next((line.strip() for line in reversed(lines) if line.strip()), "")
        shown = "".join(letter if letter.isprintable() else "?" for letter in told[-200:])
        return f"; it last wrote {shown!r}" if shown else ""
