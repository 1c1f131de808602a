"""A process that hashes passwords only while the machine is otherwise idle.

It is a process and not a thread: on a busy processor, a thread of idle priority may be suspended while it holds the
interpreter's lock, and then all other threads wait for it.
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

_SOURCE = str(Path(__file__).parents[3])
_IDLE_SECONDS = 60
"""After so long without a job the process ends; the next job starts another."""
_LOWEST_PRIORITY = 19


class HashJob(msgspec.Struct):
    """Hash this password, or compare it with `expected_hash`."""

    password: bytes
    expected_hash: str | None


class HashResult(msgspec.Struct):
    """The hash, or whether the password matches."""

    hash: str = ""
    is_match: bool = False


class HasherProcessLostError(Exception):
    """The process ended before it responded, twice."""


class BackgroundHasher:
    """Starts the process at the first job and sends it jobs. Not thread-safe, except for :meth:`close`.

    Args:
        memory: Argon2's, in KiB.
        rounds: Argon2's time cost.
    """

    def __init__(self, memory: int, rounds: int) -> None:
        self._arguments = (str(memory), str(rounds))
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = threading.Lock()

    def run(self, job: HashJob) -> HashResult:
        """Run a job in the process. How long this takes depends on the load of the machine.

        Raises:
            HasherProcessLostError: See there.
        """
        for _ in range(2):
            # The process may have ended idle between two jobs; or it is being closed.
            with contextlib.suppress(OSError, ValueError, msgspec.DecodeError):
                return self._exchange(job)
        raise HasherProcessLostError

    def close(self) -> None:
        """End the process and start no other."""
        with self._lock:
            self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            # Leaving the block waits for its end and closes the pipes; unwritten input is discarded.
            with contextlib.suppress(OSError), process:
                pass

    def _exchange(self, job: HashJob) -> HashResult:
        with self._lock:
            process = self._process = self._process or self._start()
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError
        try:
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            process.stdin.flush()
            return msgspec.json.decode(process.stdout.readline(), type=HashResult)
        except BaseException:
            # Its result may still arrive, and must never be read as the result of another job.
            self._end()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise BrokenPipeError
        return subprocess.Popen(  # noqa: S603 - our own interpreter and module
            [sys.executable, "-m", "inflow.identity.passwords.background_hasher", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # The process does not inherit our environment, which may contain passwords.
            env={"PYTHONPATH": _SOURCE, "PATH": os.defpath},
            # Ctrl-C must not reach it. A separate session would prevent that as well, but where Linux shares the
            # processor by session, this process would get as much of it as all of ours together.
            process_group=0,
        )


def _lower_priority() -> None:
    """Have the scheduler run this process only when no other wants to run."""
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(_LOWEST_PRIORITY)


def run_job(hasher: PasswordHasher, job: HashJob) -> HashResult:
    """Run a job in this process."""
    if job.expected_hash is None:
        return HashResult(hash=hasher.hash(job.password))
    try:
        return HashResult(is_match=hasher.verify(job.expected_hash, job.password))
    except (VerificationError, InvalidHashError):
        return HashResult()


def _run(jobs: BinaryIO, results: BinaryIO, memory: int, rounds: int) -> None:
    """Run jobs, one per line, until the input ends or no job arrives for a while."""
    hasher = PasswordHasher(time_cost=rounds, memory_cost=memory, parallelism=1)
    _lower_priority()
    signal.alarm(_IDLE_SECONDS)
    while line := jobs.readline():
        signal.alarm(0)
        results.write(msgspec.json.encode(run_job(hasher, msgspec.json.decode(line, type=HashJob))) + b"\n")
        results.flush()
        signal.alarm(_IDLE_SECONDS)


if __name__ == "__main__":
    _run(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]), int(sys.argv[2]))
