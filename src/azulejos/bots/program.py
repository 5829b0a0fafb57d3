"""An outside program that is spoken to in lines: started, written to, read from with a deadline, killed.

Knows nothing of games. Threads do the reading and writing, because pipes cannot be waited for on every
system; a program that floods, stalls or never reads can block them, but never whoever asks.
"""

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from typing import IO

MOST_BYTES = 1_000_000  # of one answer; far more than any
PATIENT_LINES = 64  # answers that may lie unread before the program has to wait
TAIL = 2_000  # bytes kept of what it writes to standard error
DYING = 0.5  # seconds for the last words of a program that has ended

_END, _TOO_LONG = b"", b"\n"  # what stands in the queue for the end of output, and for a line without one


class ProgramTrouble(Exception):
    """The program cannot be started or does not answer; `kind` is crash, timeout or rubbish."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason


def words(command: str) -> list[str]:
    """A command taken apart as a shell would, without one; ValueError where that cannot be done."""
    if not command.strip():
        raise ValueError("the command is empty")
    if os.name != "nt":
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]  # a backslash is part of a path


class Program:
    """One running program, with its pipes."""

    def __init__(self, command: str) -> None:
        self._process = _start(command)
        self._lines: queue.Queue[bytes] = queue.Queue(PATIENT_LINES)
        self._to_write: queue.Queue[bytes | None] = queue.Queue()
        self._closed = threading.Event()
        self._tail = bytearray()
        self._kill = weakref.finalize(self, _kill, self._process)  # also when the interpreter ends
        self._threads = [
            threading.Thread(target=work, args=arguments, daemon=True)
            for work, *arguments in (
                (_read, self._process.stdout, self._lines, self._closed),
                (_write, self._process.stdin, self._to_write),
                (_keep_tail, self._process.stderr, self._tail),
            )
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line and wait for one."""
        self._to_write.put(line + b"\n")
        begin = time.monotonic()
        try:
            answer = self._lines.get(timeout=seconds)
        except queue.Empty:
            waited = time.monotonic() - begin
            raise ProgramTrouble("timeout", f"no answer within {waited:.1f} s{self._last_words()}") from None
        if answer == _TOO_LONG:
            raise ProgramTrouble(
                "rubbish", f"{MOST_BYTES:,} bytes came without an end of line, expected one line"
            )
        if answer == _END:
            raise ProgramTrouble("crash", self._how_it_ended())
        return answer

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(DYING)
        except subprocess.TimeoutExpired:
            return f"the program closed its output before it answered{self._last_words()}"
        self._threads[2].join(DYING)
        how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
        return f"the program {how} before it answered{self._last_words()}"

    def _last_words(self) -> str:
        lines = bytes(self._tail).decode("utf-8", "replace").split("\n")
        told = next((line.strip() for line in reversed(lines) if line.strip()), "")
        shown = "".join(letter if letter.isprintable() else "?" for letter in told[-200:])
        return f"; it last wrote {shown!r} to standard error" if shown else ""

    def close(self) -> None:
        """Kill the program and whatever it has started."""
        self._closed.set()
        self._to_write.put(None)
        self._kill()
        for thread in self._threads:
            thread.join(DYING)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):  # a full pipe that nobody reads any more
                if pipe is not None:
                    pipe.close()


def _start(command: str) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            words(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name != "nt",  # so that Ctrl-C is ours, and that its children die with it
            bufsize=0,
        )
    except FileNotFoundError:
        raise ProgramTrouble("crash", f"cannot start {command!r}: there is no such program") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ProgramTrouble("crash", f"cannot start {command!r}: {why.lower()}") from None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(OSError):  # it has ended already
        if os.name == "nt":
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False
            )
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()


# --- the threads --------------------------------------------------------------------------------------------


def _read(pipe: IO[bytes], lines: "queue.Queue[bytes]", closed: threading.Event) -> None:
    rest = b""
    with contextlib.suppress(OSError, ValueError):  # closed under our hands
        while chunk := pipe.read(65536):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                _put(lines, line.strip() or b" ", closed)
            if len(rest) > MOST_BYTES:
                return _put(lines, _TOO_LONG, closed)
    return _put(lines, _END, closed)


def _put(lines: "queue.Queue[bytes]", line: bytes, closed: threading.Event) -> None:
    while not closed.is_set():
        with contextlib.suppress(queue.Full):
            return lines.put(line, timeout=0.1)
    return None


def _write(pipe: IO[bytes], to_write: "queue.Queue[bytes | None]") -> None:
    with contextlib.suppress(OSError, ValueError):  # it reads no more: the reading side tells why
        while (line := to_write.get()) is not None:
            left = memoryview(line)
            while left:
                left = left[pipe.write(left) or 0 :]


def _keep_tail(pipe: IO[bytes], tail: bytearray) -> None:
    with contextlib.suppress(OSError, ValueError):
        while chunk := pipe.read(65536):
            tail += chunk[-TAIL:]
            del tail[:-TAIL]
