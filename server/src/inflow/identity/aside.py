"""A process that hashes passwords while nobody else on the machine has anything to do.

It is a process and not a thread: where the processor is short, a thread that always gives way may be made to wait while
it holds the interpreter's lock, and then everybody waits for it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_SOURCE = str(Path(__file__).parent.parent.parent)
_UNUSED = 60
"""After as many seconds without an order the process ends; the next one starts another."""
_LOWEST = 19


class Order(msgspec.Struct):
    """To make a hash of this password, or to say whether it is the one that `kept` was made of."""

    password: bytes
    kept: str | None


class Answer(msgspec.Struct):
    """The hash that was made, or whether the password was right."""

    made: str = ""
    right: bool = False


class AsideLostError(Exception):
    """The process ended before it answered, twice."""


class Aside:
    """That process, from outside. It is used by one thread, and started when it is first needed.

    Args:
        memory: Argon2's, in KiB.
        rounds: Argon2's time cost.
    """

    def __init__(self, memory: int, rounds: int) -> None:
        self._arguments = (str(memory), str(rounds))
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = threading.Lock()

    def answer(self, order: Order) -> Answer:
        """Have it done; takes as long as everybody else lets it.

        Raises:
            AsideLostError: See there.
        """
        for _ in range(2):
            # Between two orders it may have ended, because nobody needed it; or it is being closed.
            with contextlib.suppress(OSError, ValueError, msgspec.DecodeError):
                return self._asked(order)
        raise AsideLostError

    def close(self) -> None:
        """End the process, and start none any more."""
        with self._lock:
            self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            # Waits for its end as well, and closes the pipes; what was not written yet is nobody's.
            with contextlib.suppress(OSError), process:
                pass

    def _asked(self, order: Order) -> Answer:
        with self._lock:
            process = self._process = self._process or self._start()
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError
        try:
            process.stdin.write(msgspec.json.encode(order) + b"\n")
            process.stdin.flush()
            return msgspec.json.decode(process.stdout.readline(), type=Answer)
        except BaseException:
            # Its answer may still come, and must never be read as the answer to somebody else's order.
            self._end()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise BrokenPipeError
        return subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", "inflow.identity.aside", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Nothing of our environment is handed down: it may hold passwords.
            env={"PYTHONPATH": _SOURCE, "PATH": os.defpath},
            # A key that interrupts us is not for it. A session of its own would keep that from it as well, but where
            # Linux shares the processor by sessions, that is as much for this one as for all of ours.
            process_group=0,
        )


def _give_way() -> None:
    """Have this process run only while nobody else wants to."""
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(_LOWEST)


def answered(hasher: PasswordHasher, order: Order) -> Answer:
    """Do it here."""
    if order.kept is None:
        return Answer(made=hasher.hash(order.password))
    try:
        return Answer(right=hasher.verify(order.kept, order.password))
    except (VerificationError, InvalidHashError):
        return Answer()


def _serve(orders: BinaryIO, answers: BinaryIO, memory: int, rounds: int) -> None:
    """Answer orders, one in a line, until there are no more, or none for a while."""
    hasher = PasswordHasher(time_cost=rounds, memory_cost=memory, parallelism=1)
    _give_way()
    signal.alarm(_UNUSED)
    while line := orders.readline():
        signal.alarm(0)
        answers.write(msgspec.json.encode(answered(hasher, msgspec.json.decode(line, type=Order))) + b"\n")
        answers.flush()
        signal.alarm(_UNUSED)


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]), int(sys.argv[2]))
